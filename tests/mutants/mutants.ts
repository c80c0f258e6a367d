/** A mutation written by hand, and the unit or screen tests that should catch it. */
export interface Mutant {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

type Fault = readonly [from: string, to: string];

const inFile = (
  file: string,
  tests: readonly string[],
  faults: readonly Fault[],
): readonly Mutant[] => faults.map(([from, to]) => ({ file, from, to, tests }));

/** Money, storage, the cut-out and the bridge: undetected faults there would cost the most. */
export const MUTANTS: readonly Mutant[] = [
  // The verifier, which decides what pays an order.
  ...inFile(
    'renderer/chain/solana/verify.ts',
    ['renderer/chain/solana/verify.test.ts', 'renderer/chain/solana/judge.test.ts'],
    [
      ["if (transaction.failed) return noMatch('failed');", ''],
      ['transaction.slot <= order.sinceSlot', 'transaction.slot < order.sinceSlot'],
      ['to === order.treasury && from !== order.treasury', 'to === order.treasury'],
      ['orderNamed(transfer) === order.reference)', 'orderNamed(transfer) !== undefined)'],
      ['moved < grown ? moved : grown', 'moved'],
      ['received < order.price', 'received + 1n < order.price'],
      ['ORDER_ID.test(text) && text !== order.id', 'ORDER_ID.test(text) && text === order.id'],
      ["match === 'amount' && received !== order.manualAmount", 'false'],
      ['named.length > 0 && !named.includes(order.reference)', 'false'],
    ],
  ),
  // The check of a wallet's signed answer.
  ...inFile(
    'renderer/chain/solana/check-signed.ts',
    ['renderer/chain/solana/check-signed.test.ts'],
    [
      ["demand(!transaction.usesLookupTables, 'lookup-tables');", ''],
      ['transfer.lamports === order.price', 'transfer.lamports >= order.price'],
      ['to === order.treasury &&', ''],
      ["demand(count.transfer === 1, 'transfer');", ''],
      ["demand(count.memo === 1, 'memo');", ''],
      ["demand(memo === order.id, 'memo');", ''],
      ['demand(isBeside(instruction), instruction.program);', ''],
      ["demand(fee <= MAX_FEE, 'fee');", ''],
      ["demand(isValid(signature, transaction.message, payer), 'signature');", ''],
    ],
  ),
  // The journals.
  ...inFile(
    'renderer/core/orders/reduce-order.ts',
    ['renderer/core/orders/reduce-order.test.ts'],
    [
      ["event.type === 'refunded' && !state.refund", "event.type === 'refunded'"],
      ['isOurRequest(state) && state.payer === event.payer', 'isOurRequest(state)'],
      ["state.kind === 'signed' && state.signature === event.signature", "state.kind === 'signed'"],
      ['return state.closed && signature === undefined', 'return signature === undefined'],
      ['return state.signature === signature ?', 'return state.signature !== "" ?'],
      [
        "state.kind === 'awaiting-signature' && !state.sendsItself;",
        "state.kind === 'awaiting-signature';",
      ],
      ["state.kind === 'failed' || state.kind === 'expired';", "state.kind !== 'finalized';"],
    ],
  ),
  ...inFile(
    'renderer/core/mints/reduce-mint.ts',
    ['renderer/core/mints/reduce-mint.test.ts'],
    [
      ['media && (media.published || !event.sendsItself)', 'media'],
      ['media?.published && canSubmit(state, event)', 'canSubmit(state, event)'],
      ["if (state.kind === 'finalized') return mint;", ''],
    ],
  ),
  ...inFile(
    'renderer/core/credits.ts',
    ['renderer/core/credits.test.ts'],
    [
      ['if (seen.has(id)) continue;', ''],
      ['granted - back - reserved', 'granted - reserved'],
      [' || payments.has(state.proof.signature)', ''],
      [' || state.proof.lamports < price', ''],
      ['Math.min(credits, booked.credits)', 'credits'],
    ],
  ),
  // The store.
  ...inFile(
    'renderer/storage/row-writer.ts',
    ['renderer/storage/store-contract.test.ts', 'renderer/storage/vault/locked.test.ts'],
    [['if (current?.revision !== seen?.revision) return false;', '']],
  ),
  ...inFile(
    'renderer/storage/payments.ts',
    ['renderer/storage/store-contract.test.ts', 'renderer/storage/vault/locked.test.ts'],
    [
      ['if (!held) await database.payments.add(mine);', ''],
      ['if (holder !== orderId) return undefined;', ''],
    ],
  ),
  ...inFile(
    'renderer/storage/dexie-store.ts',
    ['renderer/storage/store-contract.test.ts', 'renderer/storage/vault/locked.test.ts'],
    [['stored.filter(({ profileId }) => codec.isOpen(profileId))', 'stored']],
  ),
  // The cut-out.
  ...inFile(
    'renderer/engine/raster/guided-filter.ts',
    ['renderer/engine/matte/matte.test.ts'],
    [['const srr = rr[i] - ur * ur + epsilon;', 'const srr = rr[i] + epsilon;']],
  ),
  ...inFile(
    'renderer/engine/matte/foreground.ts',
    ['renderer/engine/matte/matte.test.ts'],
    [['(1 - alpha) * ground)));', '(1 - alpha) * person)));']],
  ),
  ...inFile(
    'renderer/engine/raster/label.ts',
    ['renderer/engine/matte/matte.test.ts'],
    [['if (x < width - 1) visit(at + 1);', 'visit(at + 1);']],
  ),
  ...inFile(
    'renderer/engine/matte/components.ts',
    ['renderer/engine/matte/matte.test.ts'],
    [['< count * HOLE) small', '< count) small']],
  ),
  // The bridge between the desktop app's page and its main process.
  ...inFile(
    'electron/main/dispatcher.ts',
    ['electron/main/dispatcher.test.ts'],
    [
      ['!sender.isOwnMainFrame || sender', 'sender'],
      ['|| sender.origin !== APP_ORIGIN', ''],
      ['!Object.hasOwn(CONTRACT, channel)', '!(channel in CONTRACT)'],
      ['CONTRACT[known].output.parse(await handle(parsed.data))', 'await handle(parsed.data)'],
      [
        '{ ok: false, code: errorCode(thrown), context: {} }',
        '{ ok: false, code: errorCode(thrown), context: { thrown: String(thrown) } }',
      ],
    ],
  ),
  // The screens.
  ...inFile(
    'renderer/features/payment/payment-screen.tsx',
    ['tests/screens/plans.screen.test.ts'],
    [
      ['(isTested || isBeingTested) && !asksFirst', '!asksFirst'],
      ['plans.has(plan.id) &&', 'false &&'],
    ],
  ),
  ...inFile(
    'renderer/features/customize/stage.tsx',
    ['tests/screens/studio-photo.screen.test.ts'],
    [["phase === 'importing' || (phase === 'ready' && !complete)", 'false']],
  ),
  ...inFile(
    'renderer/features/customize/draft-strip.tsx',
    ['tests/screens/studio-photo.screen.test.ts'],
    [["event.key !== 'Delete' && event.key !== 'Backspace'", 'true']],
  ),
  ...inFile(
    'renderer/features/account/keep-code.tsx',
    ['tests/screens/account.screen.test.ts'],
    [['typed.trim().toUpperCase() !== last', 'false']],
  ),
  ...inFile(
    'renderer/features/nft-minting/mint-summary.tsx',
    ['tests/screens/minting.screen.test.ts'],
    [['disabled={!understood}', '']],
  ),
  ...inFile(
    'renderer/features/nft-minting/choose-avatar.tsx',
    ['tests/screens/minting.screen.test.ts'],
    [['disabled={mintable.isNFT}', '']],
  ),
  ...inFile(
    'renderer/features/dashboard/settings-tab.tsx',
    ['tests/screens/settings.screen.test.ts'],
    [[', showFailure);', ", () => showToast('Settings saved.', 'good'));"]],
  ),
  ...inFile(
    'renderer/features/purchases/refund-request.tsx',
    ['tests/screens/settings.screen.test.ts'],
    [['!mailbox || !valid || !confirmed', '!mailbox || !valid']],
  ),
  ...inFile(
    'renderer/features/avatar/share.tsx',
    ['tests/screens/avatar.screen.test.ts'],
    [["() => setOutcome('by-hand'),", "() => setOutcome('copied'),"]],
  ),
  ...inFile(
    'renderer/ui/modal.tsx',
    ['tests/screens/wallets.screen.test.ts'],
    [['dialog.showModal();', 'dialog.show();']],
  ),
  ...inFile(
    'renderer/features/account/account-fields.tsx',
    ['tests/screens/account.screen.test.ts'],
    [['disabled={wait > 0}', '']],
  ),
  ...inFile(
    'renderer/features/avatar/avatar-view.tsx',
    ['tests/screens/avatar.screen.test.ts'],
    [['props.onLike(!liked)', 'props.onLike(true)']],
  ),
  ...inFile(
    'renderer/features/bulk/recipes.tsx',
    ['tests/screens/bulk.screen.test.ts'],
    [["disabled={obstacle !== undefined || busy || phase !== 'ready'}", 'disabled={busy}']],
  ),
  ...inFile(
    'renderer/features/customize/brush.tsx',
    ['tests/screens/studio-tools.screen.test.ts'],
    [['disabled={own.length === 0}', '']],
  ),
  ...inFile(
    'renderer/features/dashboard/selection-bar.tsx',
    ['tests/screens/sheet.screen.test.ts'],
    [['disabled={chosen.length !== 2}', '']],
  ),
  ...inFile(
    'renderer/features/forms/message-form.tsx',
    ['tests/screens/forms.screen.test.ts'],
    [['disabled={!possible || missing !== undefined}', 'disabled={!possible}']],
  ),
  ...inFile(
    'renderer/features/help/commands.tsx',
    ['tests/screens/layout.screen.test.ts'],
    [['.every((word) => label', '.some((word) => label']],
  ),
  ...inFile(
    'renderer/features/parts/actions.ts',
    ['tests/screens/layout.screen.test.ts'],
    [['isForField(event) ?', 'false ?']],
  ),
  ...inFile(
    'renderer/features/login/login-screen.tsx',
    ['tests/screens/wallets.screen.test.ts'],
    [["(status === 'connected' && !signUp)", 'false']],
  ),
  ...inFile(
    'renderer/features/motion/animate-dialog.tsx',
    ['tests/screens/motion.screen.test.ts'],
    [['(through.length >= STYLES_MOST - 1 && !through.includes(style))', 'false']],
  ),
  ...inFile(
    'renderer/features/nft-minting/select-step.tsx',
    ['tests/screens/minting.screen.test.ts'],
    [['disabled={!minting[id]}', '']],
  ),
  ...inFile(
    'renderer/features/nft-minting/mint-summary.tsx',
    ['tests/screens/minting.screen.test.ts'],
    [['disabled={!wallet || chosen.length === 0 || refused || blocked}', '']],
  ),
  ...inFile(
    'renderer/features/purchases/purchases.tsx',
    ['tests/screens/settings.screen.test.ts'],
    [['.every((word) => text', '.some((word) => text']],
  ),
];
