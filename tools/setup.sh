#!/bin/sh
# usage: setup.sh PYTHON VENV TARGET — makes the virtual environment and installs TARGET into it, quietly.
set -eu
python=$1 venv=$2 target=$3

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "unonet needs Python 3.11 or newer; '$python' is not. Try: make PYTHON=python3.12 ..." >&2
    exit 1
fi
echo "setting up $venv (once) ..." >&2
if command -v uv >/dev/null 2>&1; then
    [ -d "$venv" ] || uv venv --quiet --python "$python" "$venv"
    uv pip install --quiet --python "$venv/bin/python" -e "$target"
    exit 0
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "this Python has no venv module. On Debian or Ubuntu: apt install python3-venv" >&2
    exit 1
fi
[ -x "$venv/bin/pip" ] || "$python" -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check -e "$target" 2>"$venv/setup.log" || {
    cat "$venv/setup.log" >&2
    exit 1
}
