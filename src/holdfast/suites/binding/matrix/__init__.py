"""The open-weight matrix (paper 000, Results and S10): in how many cells does structured control beat each control?"""
