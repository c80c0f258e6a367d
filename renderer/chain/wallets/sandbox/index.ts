import { registerWallet } from '@wallet-standard/core';

import { shortenAddress } from '../../../core/constants.ts';
import { formatUnits } from '../../../core/units.ts';
import { formatDecimal, formatSol, t } from '../../../i18n/index.ts';
import type { Requests } from '../../../ports/requests.ts';
import type { KeyValue } from '../saved.ts';
import styles from './approval-sheet.module.css';
import { announceSandboxEthereum, SANDBOX_RDNS } from './ethereum.ts';
import { askNode, fund, fundEvm } from './faucet.ts';
import { icon } from './icon.ts';
import { loadKey } from './key.ts';
import { createSandboxWallet, type ApprovalRequest } from './wallet.ts';

type Row = readonly [name: string, value: string, title?: string];

const sol = (amount: bigint): string => `${formatSol(amount)} SOL`;

const MICRO_POL = 10n ** 12n;
const roundedUp = (wei: bigint): bigint => ((wei + MICRO_POL - 1n) / MICRO_POL) * MICRO_POL;
const pol = (wei: bigint): string => `${formatDecimal(formatUnits(wei, 18))} POL`;

/** The question and the facts shown with it. */
export function describe(request: ApprovalRequest): {
  readonly question: string;
  readonly rows: readonly Row[];
} {
  if (request.kind === 'message')
    return {
      question: t('Approve signing this message?'),
      rows: [[t('Message'), request.text]],
    };
  if (request.kind === 'ethereum') {
    return {
      question: t('Approve a call that pays {amount}?', { amount: pol(request.wei) }),
      rows: [
        [t('To'), shortenAddress(request.to), request.to],
        [t('Network fee'), t('at most {amount}', { amount: pol(roundedUp(request.fee)) })],
        [t('Network'), t('Sandbox, no real POL')],
      ],
    };
  }
  const { transfers, total, fee, memos, otherPrograms } = request.summary;
  const [only, ...more] = transfers;
  return {
    question: only
      ? t('Approve transfer of {amount}?', { amount: sol(total) })
      : t('Approve this transaction?'),
    rows: [
      ...transfers.map(({ to, lamports }): Row => [
        t('To'),
        more.length > 0 ? `${shortenAddress(to)}, ${sol(lamports)}` : shortenAddress(to),
        to,
      ]),
      [t('Network fee'), t('at most {amount}', { amount: sol(fee) })],
      ...memos.map((memo): Row => [t('Memo'), memo]),
      ...otherPrograms.map((program): Row => [t('Also runs'), shortenAddress(program), program]),
      [t('Network'), t('Sandbox, no real SOL')],
    ],
  };
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string | undefined,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/**
 * The wallet's own window: a modal sheet; Escape declines. Plain DOM, because it isn't part of the
 * app.
 */
function askToApprove(request: ApprovalRequest): Promise<boolean> {
  const { question, rows } = describe(request);
  const dialog = element('dialog', styles.sheet);
  const heading = element('h2', styles.question, question);
  heading.id = 'sandbox-wallet-question';
  dialog.setAttribute('aria-labelledby', heading.id);

  const facts = element('dl', styles.facts);
  for (const [name, value, title] of rows) {
    const shown = element('dd', styles.value);
    // Each value has its own direction.
    shown.append(element('bdi', undefined, value));
    if (title) shown.title = title;
    facts.append(element('dt', styles.name, name), shown);
  }

  const form = element('form', styles.actions);
  form.method = 'dialog';
  for (const [answer, label, variant] of [
    ['decline', t('Decline'), styles.decline],
    ['approve', t('Approve'), styles.approve],
  ] as const) {
    const button = element('button', variant, label);
    button.value = answer;
    form.append(button);
  }
  dialog.append(
    element(
      'p',
      styles.wallet,
      request.kind === 'ethereum' ? 'Sandbox MetaMask' : 'Sandbox Wallet',
    ),
    heading,
    facts,
    form,
  );
  document.body.append(dialog);

  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'approve');
    });
    dialog.showModal();
  });
}

export interface SandboxWalletOptions {
  readonly storage: KeyValue;
  readonly requests: Requests;
  readonly rpc: readonly string[];
}

/** Registers the device's test wallet with the Wallet Standard. */
export function registerSandboxWallet({ storage, requests, rpc }: SandboxWalletOptions): void {
  const wallet = createSandboxWallet({
    key: loadKey(storage),
    trust: storage,
    approve: askToApprove,
    fund: (address) => fund(requests, rpc, address),
  });
  registerWallet(wallet);
}

/**
 * Announces the device's Ethereum test wallet, which uses the EVM nodes `rpc`. Returns the name to
 * find it by.
 */
export function announceEthereum({ storage, requests, rpc }: SandboxWalletOptions): string {
  announceSandboxEthereum(window, icon, {
    storage,
    approve: askToApprove,
    rpc: askNode(requests, rpc, 'chain'),
    fund: (address) => fundEvm(requests, rpc, address),
  });
  return SANDBOX_RDNS;
}
