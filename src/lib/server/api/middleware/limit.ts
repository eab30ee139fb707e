// Spends the quotas of an operation (platform/quotas/quotas.ts). That of an upload is spent before its body is read, so
// that a refusal costs neither memory nor disk.
import type { Context, MiddlewareHandler } from 'hono';
import { limits } from '../../../shared/schemas/limits.ts';
import type { Caller } from '../../accounts/sessions.ts';
import { quotas, type QuotaName } from '../../platform/quotas/quotas.ts';
import type { Charge } from '../../platform/quotas/rate-limit.ts';
import type { ApiEnv, Sent } from '../environment.ts';
import { clientOf } from './caller.ts';

/** Cost of an upload that is answered again: its body is read all the same. */
const replayed: readonly QuotaName[] = ['changes'];

/** Ends a charge of which what can be given back is given back. */
class Replayed extends Error {}

/**
 * A multipart body of an upload costs its Content-Length as well; without one it costs the maximum, and the difference
 * to its files is given back. A refused or repeated request gets its charge back where the quota says so.
 * @throws AppError 429
 */
export function limit(
  namesOf: (caller: Caller | null) => readonly QuotaName[],
  isUpload: boolean,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { caller = null, keyed, services } = c.var;
    const names = isUpload && keyed?.isAnswered ? replayed : namesOf(caller);
    const charges: Charge[] = names.map((name) => ({ quota: quotas[name] }));
    const kib = isUpload ? kibOf(c) : 0;
    if (kib > 0) charges.push({ quota: quotas.pictures, cost: kib });
    if (charges.length === 0) {
      await next();
      return;
    }
    const spender = { account: caller?.userId ?? null, client: clientOf(c) };
    try {
      await services.limiter.charging(charges, spender, async () => {
        await next();
        if (c.error) throw c.error;
        if (c.var.isReplayed) throw new Replayed();
        const unused = c.req.header('content-length') === undefined ? kib - kibOfFiles(c.var.sent) : 0;
        // After the work, because a refusal by the work gives back the whole charge.
        if (unused > 0) await services.limiter.giveBack({ quota: quotas.pictures, cost: unused }, spender);
      });
    } catch (error) {
      // Hono has made an answer of an error of the handler.
      if (error !== c.error && !(error instanceof Replayed)) throw error;
    }
  };
}

/** KiB of a multipart body, which may hold pictures; 0 for any other. */
function kibOf(c: Context): number {
  const type = c.req.header('content-type')?.toLowerCase() ?? '';
  if (!type.startsWith('multipart/form-data')) return 0;
  const bytes = Number(c.req.header('content-length') ?? limits.requestBytes);
  return Math.ceil(Math.min(bytes, limits.requestBytes) / 1024);
}

function kibOfFiles(sent: Sent | undefined): number {
  const bytes = Object.values(sent?.files ?? {}).flatMap((list) => list.map(({ size }) => size));
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1024);
}
