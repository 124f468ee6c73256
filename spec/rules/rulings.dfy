// The rulings of the model: answers to questions that the rulebooks leave open.

// After which turns nobles come.
datatype NobleTime = EveryTurn | AfterAction | AfterPurchase

// Which noble comes if a seat meets the demands of several.
datatype NobleChoice = SeatChooses | FirstListed | AllMet

// `target` is the prestige that triggers the end.
datatype Rulings = Rulings(target: nat, noble_time: NobleTime, noble_choice: NobleChoice)
