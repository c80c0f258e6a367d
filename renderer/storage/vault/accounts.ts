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

/** Who is signed in by email: the open vault, kept alike in all of the app's pages. */
export function createSessions({
  database,
  vaults,
  keyStore,
  hint,
  publish,
}: SessionDeps): Omit<Accounts, 'snapshot' | 'subscribe'> {
  let current: OpenVault | undefined;
  let remembered = false;
  const channel = sessionChannel(database.name, (news) => void hear(news));

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
  const kept = async () => {
    const record = await database.device.get('remembered');
    return record?.name === 'remembered' ? record : undefined;
  };
  const keep = async (vault: OpenVault, on: boolean): Promise<void> => {
    if (on) await database.device.put({ name: 'remembered', id: vault.id, ...vault.keys });
    else await database.device.delete('remembered');
    remembered = on;
  };
  const begin = async (vault: OpenVault, remember: boolean): Promise<void> => {
    await keep(vault, remember);
    enter(vault);
    channel.tell({ kind: 'open', id: vault.id, keys: vault.keys });
  };
  const close = async (how: 'locked' | 'out'): Promise<void> => {
    leave(how);
    channel.tell({ kind: 'closed', how });
    await database.device.delete('remembered');
  };
  const opened = (): OpenVault => {
    if (!current) throw new LikenessError('storage-locked');
    return current;
  };
  const describe = async (change: Partial<OpenVault['about']>): Promise<void> => {
    const vault = opened();
    current = { ...vault, about: { ...vault.about, ...change } };
    await vaults.describe(vault.id, vault.keys, current.about);
    show();
    channel.tell({ kind: 'changed', id: vault.id });
  };

  async function hear(news: SessionEvents): Promise<void> {
    if (news.kind === 'who' && current)
      channel.tell({ kind: 'open', id: current.id, keys: current.keys });
    if (news.kind === 'closed') leave(news.how);
    if (news.kind === 'open' || (news.kind === 'changed' && news.id === current?.id)) {
      const keys = news.kind === 'open' ? news.keys : current?.keys;
      if (!keys) return;
      remembered = (await kept())?.id === news.id;
      // Erased meanwhile, or of a newer version of the app: it stays closed here.
      await vaults.reopen(news.id, keys).then(enter, noted('accounts.reopen'));
    }
  }

  return {
    start: () =>
      coded(async () => {
        const last = hint.read();
        if (last === undefined || isOpen()) return;
        const record = await kept();
        const news = record?.id === last ? undefined : await channel.ask();
        if (isOpen()) return; // by hand, meanwhile
        const found =
          record?.id === last
            ? { id: last, keys: { data: record.data, names: record.names } }
            : news?.kind === 'open'
              ? news
              : undefined;
        remembered = found !== undefined && record?.id === found.id;
        const vault =
          found && (await vaults.reopen(found.id, found.keys).catch(noted('accounts.reopen')));
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
      coded(async () => begin(await vaults.recover(email, code, password), remember)),
    changePassword: (before, next) => coded(() => vaults.changePassword(opened().id, before, next)),
    renewCode: (password) =>
      coded(async () => {
        const recoveryCode = await vaults.renewCode(opened().id, password);
        await describe({ codeKept: false });
        return { recoveryCode };
      }),
    keptCode: () => coded(() => describe({ codeKept: true })),
    remember: (on) =>
      coded(async () => {
        await keep(opened(), on);
        show();
        channel.tell({ kind: 'changed', id: opened().id });
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
