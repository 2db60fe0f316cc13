"""One function per chart: a frame and axes in, axes out."""
