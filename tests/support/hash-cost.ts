/** As little as argon2id can do: tests sign up hundreds of accounts, and nobody guesses their passwords. */
export const cheapHashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
