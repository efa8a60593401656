"""`python -m explorer` does what `hierscope` does."""

import sys

from explorer.launch import main

sys.exit(main())
