import { messages } from '../text/messages.ts';
import { z } from '../zod.ts';
import { emailSchema, mailedCode } from './accounts.ts';
import { longText, senderName } from './texts.ts';

export const letterLength = { min: 20, max: 2_000 } as const;
/** Minutes for which the mailed code works. */
export const letterCodeMinutes = 30;
/** Days after which a conversation without a letter ends. */
export const conversationDays = 180;

const { letters } = messages;

const message = longText(letterLength.min, letterLength.max, 'the message', 'Write at least 20 characters.');

export const letterSchema = z.object({
  name: senderName,
  email: emailSchema.shape.email,
  message,
});
export type NewLetter = z.output<typeof letterSchema>;

export const letterCodeSchema = z.object({
  request: z.string(letters.noRequest).min(1, letters.noRequest).max(200),
  code: mailedCode,
});

/** An answer, or the end of the conversation. */
export const answerSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('send'), message }),
  z.object({ action: z.literal('close') }),
  z.object({ action: z.literal('report') }),
]);
export type Answer = z.output<typeof answerSchema>;
