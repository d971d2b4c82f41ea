"""The analyses of paper 001, sections 5 and 6: from one row per profile and task to every table of its appendix."""
