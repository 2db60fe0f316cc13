"""What a svara is worth: buying in, the chain of svaras after svaras, and joining in turn. Sizes in, fractions out."""
