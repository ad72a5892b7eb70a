"""The sentences whose attention is recorded, by what they show. All are short: n tokens make 72 n² weights."""

from demos.minilm.pairs import PAIRS

SENTENCES: dict[str, tuple[str, ...]] = {
    "What does “it” mean?": tuple(sentence for pair in PAIRS for sentence in pair.sentences),
    "Who did what to whom": (
        "The dog chased the cat.",
        "The cat chased the dog.",
        "The cat was chased by the dog.",
        "It was the cat that the dog chased.",
        "Anna gave her brother the book that she had read.",
    ),
    "One word, two meanings": (
        "The bat flew out of the cave at night.",
        "He swung the bat and hit the ball.",
        "She sat on the bank of the river.",
        "She put the money in the bank.",
    ),
    "Agreement over a distance": (
        "The key to the old wooden cabinets is on the table.",
        "The keys to the old wooden cabinet are on the table.",
        "The author that the critics praise writes slowly.",
    ),
    "Not and never": (
        "The film was good.",
        "The film was not good.",
        "Nobody has ever seen a blue rose.",
    ),
    "Questions and commands": (
        "Where did you put my glasses?",
        "Please close the door.",
        "Who wrote the first program?",
    ),
    "Repeated words": (
        "a a a a a a a a",
        "red green blue red green blue red green",
        "Row, row, row your boat gently down the stream.",
    ),
    "Numbers and marks": (
        "In 1969 two men walked on the moon.",
        "Two and two make four, not five.",
        "Wait, what? No! (Yes: really.)",
        "Bread, milk, eggs, rice and salt.",
    ),
    "Words in pieces": (
        "Photosynthesis nourishes rhododendrons.",
        "The crème brûlée at Zoë’s café was superb.",
        "Tokenisers dislike hyperparameters.",
    ),
    "Other languages": (
        "Le chat dort sur le canapé.",
        "Der Hund schläft unter dem Tisch.",
    ),
    "Old lines": (
        "To be, or not to be, that is the question.",
        "Happy families are all alike.",
        "Call me Ishmael.",
        "A rose by any other name would smell as sweet.",
    ),
    "No sense at all": (
        "street the tired because animal it cross was",
        "Colourless ideas dream of a furious green.",
    ),
}
