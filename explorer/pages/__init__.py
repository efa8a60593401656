"""The pages, as Streamlit runs them; what they are made of stands in the package of their name."""
