"""One named question per file: parameters in, a result out."""
