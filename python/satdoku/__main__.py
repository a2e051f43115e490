"""The command-line program satdoku."""

import sys

from . import _native


def main() -> None:
    """Run the program with the arguments of the process."""
    sys.exit(_native.program(["satdoku", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
