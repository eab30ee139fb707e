// Tokens with which programs change the apps of their owner.
import { tokenLimits } from './limits.ts';
import { tokenScopes, type TokenScope } from '../text/factor-messages.ts';
import { enumOf, keysOf, named, z } from '../zod.ts';
import { confirmPasswordSchema } from './accounts.ts';
import { line, namesIn } from './texts.ts';

const daysRule = `Choose 1 to ${tokenLimits.days} days.`;

const joined = (text: string): string[] => [...new Set(namesIn(text))];

export const makeTokenSchema = named('MakeToken', {
  name: line('Give the token a name.', tokenLimits.name, 'the name'),
  scopes: z
    .string('Choose what the token may do.')
    .transform((text, context): TokenScope[] => {
      const names = joined(text);
      const scopes = keysOf(tokenScopes).filter((scope) => names.includes(scope));
      if (names.length === 0 || scopes.length < names.length)
        context.addIssue({ code: 'custom', message: 'Choose releases, edit, or both.' });
      return scopes;
    })
    .meta({ description: '`releases`, `edit`, or both joined by a comma.' }),
  apps: z
    .string('Choose the apps.')
    .max(20_000)
    .transform((text) => (text.trim() === 'all' ? null : joined(text)))
    .refine((ids) => ids?.length !== 0, 'Choose the apps.')
    .meta({ description: '`all`, also those listed later; or ids of own apps, joined by commas.' }),
  days: z.coerce
    .number(daysRule)
    .int(daysRule)
    .min(1, daysRule)
    .max(tokenLimits.days, daysRule)
    .meta({ description: 'Until it ends.' }),
  password: confirmPasswordSchema.shape.password
    .optional()
    .describe('May be left out within 10 minutes after a second factor was proved.'),
});
export type MakeToken = z.output<typeof makeTokenSchema>;

export const tokenSchema = named('Token', {
  id: z.string(),
  name: z.string(),
  scopes: z.array(enumOf(tokenScopes)),
  apps: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .nullable()
    .describe('null for all apps, also later ones.'),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_on: z.string().nullable().describe('The day in Lagos; null for never.'),
});
export type TokenJson = z.infer<typeof tokenSchema>;

export const tokensSchema = named('Tokens', { tokens: z.array(tokenSchema) });
export type TokensJson = z.infer<typeof tokensSchema>;

export const madeTokenSchema = named('MadeToken', {
  secret: z.string().describe('For `Authorization: Bearer`. It is shown this once.'),
  tokens: z.array(tokenSchema),
});
export type MadeToken = z.infer<typeof madeTokenSchema>;
