import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { emailProfile } from '../../core/scope.ts';
import type { Accounts, AccountSnapshot } from '../../ports/accounts.ts';
import type { Database } from '../database.ts';
import { coded } from '../failures.ts';
import type { KeyStore } from '../key-store.ts';
import { CLOSED, sessionChannel, type SessionEvents, type SessionHint } from './sessions.ts';
import { vaultCodec } from './vault-codec.ts';
import type { OpenVault, Vaults } from './vaults.ts';

export interface SessionDeps {
  readonly database: Database;
  readonly vaults: Vaults;
  readonly keyStore: KeyStore;
  readonly hint: SessionHint;
  readonly publish: (snapshot: AccountSnapshot) => void;
}

/** The account whose keys are stored on this device, if the user wanted that. */
async function readRemembered(device: Database['device']) {
  const record = await device.get('remembered');
  return record?.name === 'remembered' ? record : undefined;
}

/** The account that another page has open, if that is its answer. */
const asOpen = (event: SessionEvents | undefined) => (event?.kind === 'open' ? event : undefined);

/** The signed-in account: the open vault, in the same state in all of the app's pages. */
export function createSessions({
  database,
  vaults,
  keyStore,
  hint,
  publish,
}: SessionDeps): Omit<Accounts, 'snapshot' | 'subscribe'> {
  let current: OpenVault | undefined;
  let remembered = false;
  /** How often an account was closed: one that is being opened meanwhile stays closed. */
  let closings = 0;
  const { device } = database;
  const channel = sessionChannel(database.name, (event) => void onEvent(event));

  const isOpen = (): boolean => current !== undefined;
  const show = (): void => {
    if (!current) return;
    const { id, about } = current;
    publish({
      status: 'open',
      id,
      email: about.email,
      remembered,
      idleMinutes: about.idleMinutes,
      codeKept: about.codeKept,
    });
  };
  const enter = (vault: OpenVault): void => {
    current = vault;
    keyStore.hold(emailProfile(vault.id), vaultCodec(vault.keys));
    hint.write(vault.id);
    show();
  };
  const leave = (how: 'locked' | 'out'): void => {
    const email = current?.about.email;
    closings += 1;
    current = undefined;
    remembered = false;
    keyStore.drop();
    if (how === 'out') hint.write(undefined);
    publish(
      how === 'out'
        ? CLOSED
        : { ...CLOSED, status: 'locked', ...(email !== undefined && { email }) },
    );
  };
  const keep = async (vault: OpenVault, on: boolean): Promise<void> => {
    if (on) await device.put({ name: 'remembered', id: vault.id, ...vault.keys });
    else await device.delete('remembered');
    remembered = on;
  };
  const begin = async (vault: OpenVault, remember: boolean): Promise<void> => {
    await keep(vault, remember);
    enter(vault);
    channel.post({ kind: 'open', id: vault.id, keys: vault.keys });
  };
  const close = async (how: 'locked' | 'out'): Promise<void> => {
    leave(how);
    channel.post({ kind: 'closed', how });
    await device.delete('remembered');
  };
  const opened = (): OpenVault => {
    if (!current) throw new LikenessError('storage-locked');
    return current;
  };
  /** Something about the account has changed; another account may have been opened meanwhile. */
  const changed = (id: string, about: OpenVault['about']): void => {
    channel.post({ kind: 'changed', id });
    if (current?.id !== id) return;
    current = { ...current, about };
    show();
  };
  const describe = async (change: Partial<OpenVault['about']>): Promise<void> => {
    const { id, keys } = opened();
    changed(id, await vaults.describe(id, keys, change));
  };

  async function onEvent(event: SessionEvents): Promise<void> {
    if (event.kind === 'who' && current)
      channel.post({ kind: 'open', id: current.id, keys: current.keys });
    if (event.kind === 'closed') leave(event.how);
    if (event.kind === 'open' || (event.kind === 'changed' && event.id === current?.id)) {
      const keys = event.kind === 'open' ? event.keys : current?.keys;
      if (!keys) return;
      const before = closings;
      const kept = (await readRemembered(device))?.id === event.id;
      // It was erased in the meantime, or needs a newer version of the app. It stays closed in this
      // page.
      const vault = await vaults.reopen(event.id, keys).catch(noted('accounts.reopen'));
      if (!vault || closings !== before) return;
      remembered = kept;
      enter(vault);
    }
  }

  return {
    start: () =>
      coded(async () => {
        const last = hint.read();
        if (last === undefined || isOpen()) return;
        const before = closings;
        const record = await readRemembered(device);
        const found =
          record?.id === last
            ? { id: last, keys: { data: record.data, names: record.names } }
            : asOpen(await channel.ask());
        if (isOpen()) return; // The user opened one in the meantime.
        const vault =
          found && (await vaults.reopen(found.id, found.keys).catch(noted('accounts.reopen')));
        if (closings !== before) return; // Another page closed it in the meantime.
        remembered = found !== undefined && record?.id === found.id;
        if (vault) enter(vault);
        else if (await database.vaults.get(last)) leave('locked');
        else leave('out');
      }),
    create: ({ email, password, remember }) =>
      coded(async () => {
        const { recoveryCode, ...vault } = await vaults.create(email, password);
        await begin(vault, remember);
        return { recoveryCode };
      }),
    open: ({ email, password, remember }) =>
      coded(async () => begin(await vaults.open(email, password), remember)),
    recover: ({ email, code, password, remember }) =>
      coded(async () => {
        const { recoveryCode, ...vault } = await vaults.recover(email, code, password);
        await begin(vault, remember);
        return { recoveryCode };
      }),
    changePassword: (before, next) => coded(() => vaults.changePassword(opened().id, before, next)),
    renewCode: (password) =>
      coded(async () => {
        const { id, keys } = opened();
        const recoveryCode = await vaults.renewCode(id, password);
        changed(id, (await vaults.reopen(id, keys)).about);
        return { recoveryCode };
      }),
    keptCode: () => coded(() => describe({ codeKept: true })),
    remember: (on) =>
      coded(async () => {
        await keep(opened(), on);
        show();
        channel.post({ kind: 'changed', id: opened().id });
      }),
    setIdleMinutes: (idleMinutes) => coded(() => describe({ idleMinutes })),
    lock: () => coded(() => close('locked')),
    signOut: () => coded(() => close('out')),
    erase: (password) =>
      coded(async () => {
        await vaults.erase(opened().id, password);
        await close('out');
      }),
  };
}
