import type {
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets, type StandardConnectFeature, type WalletAccount } from '@wallet-standard/core';

import {
  discoverEthereum,
  findMetaMask,
  METAMASK_URL,
} from '../../renderer/chain/wallets/ethereum/discovery.ts';
import { sendingFailure, walletFailure } from '../../renderer/chain/wallets/failures.ts';
import { onWalletRegistered, PHANTOM, PHANTOM_URL } from '../../renderer/chain/wallets/phantom.ts';
import { fromBase64, toBase64 } from '../../renderer/core/base64.ts';
import { SENTENCES } from '../../renderer/core/errors.ts';
import { networkLabel, polygonLabel } from '../../renderer/core/network.ts';
import type { PageWallet, WalletCall } from '../../renderer/core/wallet-calls.ts';
import { t } from '../../renderer/i18n/index.ts';
import {
  PATHS,
  type AnswerReply,
  type Next,
  type PageAnswer,
  type Session,
  type Shown,
} from './protocol.ts';
import { dress, followTheme, show, sign, type Action } from './view.ts';
import {
  askingWords,
  doneWords,
  failedWords,
  missingWords,
  requestWords,
  sends,
  SERVED_BY,
  WALLET_NAMES,
  WORDS,
  type Words,
} from './words.ts';

type PhantomFeatures = StandardConnectFeature &
  SolanaSignTransactionFeature &
  SolanaSignMessageFeature;
const NEEDED = ['standard:connect', 'solana:signTransaction', 'solana:signMessage'] as const;

/** Asks the wallet. Throws the wallet's own errors. */
type AskWallet = (call: WalletCall, chain: Session['chain']) => Promise<unknown>;

const INSTALL_URLS: Readonly<Record<PageWallet, string>> = {
  phantom: PHANTOM_URL,
  metamask: METAMASK_URL,
};

const ethereum = discoverEthereum(window);

/** Calls back when a wallet announces itself. */
function onWallet(listener: () => void): void {
  onWalletRegistered(listener);
  ethereum.subscribe(listener);
}

/** The wallet in this browser, if there is one. */
function findWallet(wallet: PageWallet): AskWallet | undefined {
  if (wallet === 'metamask') {
    const provider = findMetaMask(ethereum);
    return (
      provider &&
      (async ({ method, params }) => (await provider.request({ method, params })) ?? null)
    );
  }
  const phantom = getWallets()
    .get()
    .find(
      ({ name, features }) => name === PHANTOM && NEEDED.every((feature) => feature in features),
    );
  return (
    phantom &&
    ((call, chain) => askPhantom(phantom.features as unknown as PhantomFeatures, call, chain))
  );
}

async function askPhantom(
  features: PhantomFeatures,
  call: WalletCall,
  chain: Session['chain'],
): Promise<unknown> {
  // If the wallet trusts this page, it answers without asking. It can sign only after a connect.
  const { accounts } = await features['standard:connect'].connect();
  switch (call.method) {
    case 'solana_connect':
      return accounts[0]?.address;
    case 'solana_signTransaction': {
      const [signer, transaction] = call.params;
      const [signed] = await features['solana:signTransaction'].signTransaction({
        account: of(accounts, signer),
        transaction: fromBase64(transaction),
        chain,
      });
      return signed && toBase64(signed.signedTransaction);
    }
    case 'solana_signMessage': {
      const [signer, message] = call.params;
      const [signed] = await features['solana:signMessage'].signMessage({
        account: of(accounts, signer),
        message: fromBase64(message),
      });
      return signed && toBase64(signed.signature);
    }
    case 'eth_chainId':
    case 'eth_requestAccounts':
    case 'eth_sendTransaction':
    case 'personal_sign':
    case 'wallet_addEthereumChain':
    case 'wallet_switchEthereumChain':
      throw new Error('not a call for Phantom');
  }
}

function of(accounts: readonly WalletAccount[], address: string): WalletAccount {
  const account = accounts.find((one) => one.address === address);
  if (!account) {
    const message = `Phantom is on another account than the one that is connected (${address}).`;
    throw Object.assign(new Error(message), { code: 4100 }); // EIP-1193's 'Unauthorized'.
  }
  return account;
}

const KEPT = 'session';

/** Posts to the main process. Returns `undefined` if it refuses this page. */
async function post<T>(path: string, body: object, key?: string): Promise<T | undefined> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  return response.ok ? ((await response.json()) as T) : undefined;
}

/**
 * Redeems the token in this page's address and removes it from the address bar and the history.
 * After a reload (e.g. a wallet was installed), continues with this tab's session.
 */
async function enter(): Promise<App | undefined> {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (token === '') {
    const kept = sessionStorage.getItem(KEPT);
    return kept === null ? undefined : new App(JSON.parse(kept) as Session);
  }
  const session = await post<Session>(PATHS.session, { token });
  if (!session) return undefined;
  sessionStorage.setItem(KEPT, JSON.stringify(session));
  return new App(session);
}

class App {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /**
   * Resolves with the next request once it differs from `showing`, or `over` when the session has
   * ended.
   */
  async next(showing: string | null): Promise<Next> {
    return (await post<Next>(PATHS.next, { showing }, this.session.key)) ?? { state: 'over' };
  }

  async stage(id: string, stage: 'open' | 'asking' | 'missing'): Promise<void> {
    await post(PATHS.stage, { id, stage }, this.session.key);
  }

  async answer(id: string, answer: PageAnswer): Promise<AnswerReply> {
    return (
      (await post<AnswerReply>(PATHS.answer, { id, answer }, this.session.key)) ?? {
        taken: false,
        why: 'late',
      }
    );
  }
}

/** Asks the browser's wallet and reports whether it agreed, refused or failed. */
async function askWallet(
  ask: AskWallet,
  { call }: Shown,
  chain: App['session']['chain'],
): Promise<PageAnswer> {
  try {
    return { kind: 'result', result: await ask(call, chain) };
  } catch (thrown) {
    const failure =
      call.method === 'eth_sendTransaction'
        ? sendingFailure(thrown)
        : walletFailure(thrown, 'transaction-failed');
    if (failure.code === 'wallet-rejected') return { kind: 'rejected' };
    const { message, code } = thrown as { message?: unknown; code?: unknown };
    return {
      kind: 'failed',
      message: (typeof message === 'string' ? message : 'unknown').slice(0, 2_000),
      ...(Number.isSafeInteger(code) && { code: code as number }),
    };
  }
}

/** A request on the screen, from start to end. */
class Request {
  readonly shown: Shown;
  readonly #app: App;
  #answered = false;
  #asked = false;

  constructor(app: App, shown: Shown) {
    this.#app = app;
    this.shown = shown;
  }

  /** The wallet may announce itself later than the page loads. */
  update(): void {
    if (this.#asked) return;
    const { wallet, call, facts, id } = this.shown;
    const ask = findWallet(wallet);
    const name = WALLET_NAMES[wallet];
    const { code } = this.#app.session;
    void this.#app.stage(id, ask ? 'open' : 'missing');
    if (!ask) {
      const actions: readonly Action[] = [
        { label: t('Get {name}', { name }), variant: 'action', to: INSTALL_URLS[wallet] },
        { label: t('I have installed it'), variant: 'quiet', to: () => location.reload() },
      ];
      show({ ...missingWords(name), code, actions });
      return;
    }
    // This asks the user nothing and follows something that they just approved.
    if (call.method === 'eth_chainId') {
      void this.#ask(ask);
      return;
    }
    const decline = (): void => void this.#send({ kind: 'rejected' });
    show({
      ...requestWords(call, name),
      code,
      facts,
      actions: [
        {
          label: t('Continue in {name}', { name }),
          variant: 'action',
          to: () => void this.#ask(ask),
        },
        { label: t('Decline'), variant: 'quiet', to: decline },
      ],
    });
  }

  /** The app no longer waits for it, at least not here. */
  drop(words: Words): void {
    const maySend = this.#asked && sends(this.shown.call);
    if (!this.#answered) show(maySend ? { ...words, text: SENTENCES['wallet-unanswered'] } : words);
    this.#answered = true;
  }

  async #ask(ask: AskWallet): Promise<void> {
    this.#asked = true;
    const { wallet, id, facts } = this.shown;
    void this.#app.stage(id, 'asking');
    show({ ...askingWords(WALLET_NAMES[wallet]), code: this.#app.session.code, facts });
    await this.#send(await askWallet(ask, this.shown, this.#app.session.chain));
  }

  async #send(answer: PageAnswer): Promise<void> {
    if (this.#answered) return;
    this.#answered = this.#asked = true;
    show(this.#words(answer, await this.#app.answer(this.shown.id, answer)));
  }

  #words(answer: PageAnswer, reply: AnswerReply) {
    if (!reply.taken) return WORDS[reply.why];
    if (answer.kind === 'rejected') return WORDS.rejected;
    return answer.kind === 'failed'
      ? failedWords(WALLET_NAMES[this.shown.wallet], this.shown.call)
      : doneWords(this.shown.call);
  }
}

/** Asks the app for requests until the session ends or the app is gone. */
async function run(app: App): Promise<void> {
  let request: Request | undefined;
  onWallet(() => request?.update());
  for (;;) {
    // If the app is gone there is no answer, and the page says so.
    const next: Next | undefined = await app.next(request?.shown.id ?? null).catch(() => undefined);
    if (next?.state === 'request') {
      request = new Request(app, next.shown);
      request.update();
    } else if (next?.state === 'nothing') {
      request?.drop(WORDS.stopped);
    } else if (next?.state !== 'same') {
      const words = next ? WORDS.over : WORDS.lost;
      if (request) request.drop(words);
      else show(words);
      return;
    }
  }
}

followTheme();
sign(SERVED_BY);
show(WORDS.entering);
try {
  const app = await enter();
  if (!app) show(WORDS.unknown);
  else {
    const { network, wallet } = app.session;
    dress((wallet === 'metamask' ? polygonLabel : networkLabel)(network));
    await run(app);
  }
} catch {
  show(WORDS.lost); // The app is gone.
}
