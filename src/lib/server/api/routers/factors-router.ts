import {
  addPasskeySchema,
  confirmAuthenticatorSchema,
  confirmChangeSchema,
  proveFactorSchema,
  renamePasskeySchema,
  type FactorsJson,
} from '../../../shared/schemas/factors/factors.ts';
import { isoOrNull, toIso } from '../../../shared/text/dates/dates.ts';
import type { Caller, Factors } from '../../accounts/index.ts';
import type { Services } from '../../services.ts';
import { readBody } from '../requests/body.ts';
import { clientOf, requireCaller } from '../requests/caller.ts';
import { createRouter } from '../router.ts';
import {
  addPasskeyRoute,
  beginAuthenticatorRoute,
  confirmAuthenticatorRoute,
  listRoute,
  passkeyOptionsRoute,
  proveOptionsRoute,
  proveRoute,
  recoveryCodesRoute,
  removeAuthenticatorRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
} from './factors-routes.ts';

type Listed = Factors & { provedAt: number | null };

function shapeOf({ role }: Caller, factors: Listed): FactorsJson {
  const { authenticator, passkeys, provedAt, recoveryCodes } = factors;
  return {
    role,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: toIso(createdAt),
      last_used_at: isoOrNull(lastUsedAt),
    })),
    authenticator: authenticator && {
      created_at: toIso(authenticator.createdAt),
      last_used_at: isoOrNull(authenticator.lastUsedAt),
    },
    recovery_codes: { left: recoveryCodes.left, created_at: isoOrNull(recoveryCodes.madeAt) },
    proved_at: isoOrNull(provedAt),
  };
}

/** The factors after a change, and new recovery codes. */
async function changed({ accounts }: Services, caller: Caller, codes: string[] | null = null) {
  return { factors: shapeOf(caller, await accounts.listFactors(caller)), recovery_codes: codes };
}

export function createFactorsRouter() {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const caller = await requireCaller(c);
      return c.json(shapeOf(caller, await c.var.services.accounts.listFactors(caller)), 200);
    })
    .openapi(proveOptionsRoute, async (c) => {
      const caller = await requireCaller(c);
      return c.json(await c.var.services.accounts.beginProof(caller, clientOf(c)), 200);
    })
    .openapi(proveRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, proveFactorSchema);
      const provedAt = await c.var.services.accounts.proveFactor(caller, form, clientOf(c));
      return c.json({ success: true as const, proved_at: toIso(provedAt) }, 200);
    })
    .openapi(passkeyOptionsRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, confirmChangeSchema);
      return c.json(await c.var.services.accounts.beginPasskey(caller, form, clientOf(c)), 200);
    })
    .openapi(addPasskeyRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, addPasskeySchema);
      const codes = await c.var.services.accounts.addPasskey(caller, form, clientOf(c));
      return c.json(await changed(c.var.services, caller, codes), 201);
    })
    .openapi(renamePasskeyRoute, async (c) => {
      const caller = await requireCaller(c);
      const renamed = { id: c.req.valid('param').id, ...readBody(c, renamePasskeySchema) };
      await c.var.services.accounts.renamePasskey(caller, renamed, clientOf(c));
      return c.json(await changed(c.var.services, caller), 200);
    })
    .openapi(removePasskeyRoute, async (c) => {
      const caller = await requireCaller(c);
      const removed = { id: c.req.valid('param').id, ...readBody(c, confirmChangeSchema) };
      await c.var.services.accounts.removePasskey(caller, removed, clientOf(c));
      return c.json(await changed(c.var.services, caller), 200);
    })
    .openapi(beginAuthenticatorRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, confirmChangeSchema);
      return c.json(await c.var.services.accounts.beginAuthenticator(caller, form, clientOf(c)), 200);
    })
    .openapi(confirmAuthenticatorRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, confirmAuthenticatorSchema);
      const codes = await c.var.services.accounts.confirmAuthenticator(caller, form, clientOf(c));
      return c.json(await changed(c.var.services, caller, codes), 200);
    })
    .openapi(removeAuthenticatorRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, confirmChangeSchema);
      await c.var.services.accounts.removeAuthenticator(caller, form, clientOf(c));
      return c.json(await changed(c.var.services, caller), 200);
    })
    .openapi(recoveryCodesRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, confirmChangeSchema);
      const codes = await c.var.services.accounts.makeRecoveryCodes(caller, form, clientOf(c));
      return c.json(await changed(c.var.services, caller, codes), 200);
    });
}
