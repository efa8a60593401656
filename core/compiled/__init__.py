"""Machine code of kernels on the disk: where it is kept, and that it is whole."""
