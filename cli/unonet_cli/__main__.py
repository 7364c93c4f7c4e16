"""``python -m unonet_cli`` is ``unonet``."""

from unonet_cli.main import main

if __name__ == "__main__":
    main()
