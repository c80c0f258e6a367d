import { shortenAddress } from '../../../core/constants.ts';
import { formatSol } from '../../../core/money.ts';
import { formatUnits } from '../../../core/units.ts';
import styles from './approval-sheet.module.css';
import type { ApprovalRequest } from './wallet.ts';

type Row = readonly [name: string, value: string, title?: string];

const sol = (amount: bigint): string => `${formatSol(amount)} SOL`;

const MICRO_POL = 10n ** 12n;
const roundedUp = (wei: bigint): bigint => ((wei + MICRO_POL - 1n) / MICRO_POL) * MICRO_POL;
const pol = (wei: bigint): string => `${formatUnits(wei, 18)} POL`;

/** The question and the facts shown with it. */
export function describe(request: ApprovalRequest): {
  readonly question: string;
  readonly rows: readonly Row[];
} {
  if (request.kind === 'message')
    return { question: 'Approve signing this message?', rows: [['Message', request.text]] };
  if (request.kind === 'ethereum') {
    return {
      question: `Approve a call that pays ${pol(request.wei)}?`,
      rows: [
        ['To', shortenAddress(request.to), request.to],
        ['Network fee', `at most ${pol(roundedUp(request.fee))}`],
        ['Network', 'Sandbox, no real POL'],
      ],
    };
  }
  const { transfers, total, fee, memos, otherPrograms } = request.summary;
  const [only, ...more] = transfers;
  return {
    question: only ? `Approve transfer of ${sol(total)}?` : 'Approve this transaction?',
    rows: [
      ...transfers.map(({ to, lamports }): Row => [
        'To',
        more.length > 0 ? `${shortenAddress(to)}, ${sol(lamports)}` : shortenAddress(to),
        to,
      ]),
      ['Network fee', `at most ${sol(fee)}`],
      ...memos.map((memo): Row => ['Memo', memo]),
      ...otherPrograms.map((program): Row => ['Also runs', shortenAddress(program), program]),
      ['Network', 'Sandbox, no real SOL'],
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
export function askToApprove(request: ApprovalRequest): Promise<boolean> {
  const { question, rows } = describe(request);
  const dialog = element('dialog', styles.sheet);
  const heading = element('h2', styles.question, question);
  heading.id = 'sandbox-wallet-question';
  dialog.setAttribute('aria-labelledby', heading.id);

  const facts = element('dl', styles.facts);
  for (const [name, value, title] of rows) {
    const shown = element('dd', styles.value, value);
    if (title) shown.title = title;
    facts.append(element('dt', styles.name, name), shown);
  }

  const form = element('form', styles.actions);
  form.method = 'dialog';
  for (const [answer, variant] of [
    ['Decline', styles.decline],
    ['Approve', styles.approve],
  ] as const) {
    const button = element('button', variant, answer);
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
      resolve(dialog.returnValue === 'Approve');
    });
    dialog.showModal();
  });
}
