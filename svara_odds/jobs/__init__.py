"""Large jobs as lists of seeded blocks, whoever runs them."""
