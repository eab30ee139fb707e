/** The minimum cost of argon2id: tests sign up hundreds of accounts, whose passwords need no protection. */
export const cheapHashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
