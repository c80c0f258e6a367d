/** A mutation written by hand, and the unit or screen tests that should catch it. */
export interface Mutant {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

type Fault = readonly [from: string, to: string];

/**
 * By the files that they are in. Money, storage, the cut-out and the bridge: undetected faults
 * there would cost the most.
 */
const FAULTS: Readonly<
  Record<string, { readonly tests: readonly string[]; readonly faults: readonly Fault[] }>
> = {
  // The verifier, which decides what pays an order.
  'renderer/chain/solana/verify.ts': {
    tests: ['renderer/chain/solana/verify.test.ts', 'renderer/chain/solana/judge.test.ts'],
    faults: [
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
  },
  // The check of a wallet's signed answer.
  'renderer/chain/solana/check-signed.ts': {
    tests: ['renderer/chain/solana/check-signed.test.ts'],
    faults: [
      ["demand(!transaction.usesLookupTables, 'lookup-tables');", ''],
      ['transfer.lamports === order.price', 'transfer.lamports >= order.price'],
      ['to === order.treasury &&', ''],
      ["demand(count.transfer === 1, 'transfer');", ''],
      ["demand(count.memo === 1, 'memo');", ''],
      ["demand(memo === order.id, 'memo');", ''],
      ['demand(isBeside(instruction), instruction.program);', ''],
      ["demand(feeOf(transaction) <= MAX_FEE, 'fee');", ''],
      ["demand(isValid(signature, transaction.message, payer), 'signature');", ''],
    ],
  },
  // The journals.
  'renderer/core/orders/reduce-order.ts': {
    tests: ['renderer/core/orders/reduce-order.test.ts'],
    faults: [
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
  },
  'renderer/core/mints/reduce-mint.ts': {
    tests: ['renderer/core/mints/reduce-mint.test.ts'],
    faults: [
      ['media && (media.published || !event.sendsItself)', 'media'],
      ['media?.published && canSubmit(state, event)', 'canSubmit(state, event)'],
      ["if (state.kind === 'finalized') return mint;", ''],
    ],
  },
  'renderer/core/credits.ts': {
    tests: ['renderer/core/credits.test.ts'],
    faults: [
      ['if (seen.has(id)) continue;', ''],
      ['granted - back - reserved', 'granted - reserved'],
      [' || payments.has(state.proof.signature)', ''],
      [' || state.proof.lamports < price', ''],
      ['Math.min(credits, booked.credits)', 'credits'],
    ],
  },
  // The store.
  'renderer/storage/row-writer.ts': {
    tests: ['renderer/storage/store-contract.test.ts', 'renderer/storage/vault/locked.test.ts'],
    faults: [
      ['(await this.find(table, names))?.revision !== seen?.revision', 'false'],
      ['if (!held) await database.payments.add(mine);', ''],
      ['if (holder !== orderId) return undefined;', ''],
    ],
  },
  'renderer/storage/dexie-store.ts': {
    tests: ['renderer/storage/store-contract.test.ts', 'renderer/storage/vault/locked.test.ts'],
    faults: [['stored.filter(({ profileId }) => codec.isOpen(profileId))', 'stored']],
  },
  // The cut-out.
  'renderer/engine/raster/guided-filter.ts': {
    tests: ['renderer/engine/matte/matte.test.ts'],
    faults: [['const srr = rr[i] - ur * ur + epsilon;', 'const srr = rr[i] + epsilon;']],
  },
  'renderer/engine/matte/foreground.ts': {
    tests: ['renderer/engine/matte/matte.test.ts'],
    faults: [['(1 - alpha) * ground)));', '(1 - alpha) * person)));']],
  },
  'renderer/engine/raster/label.ts': {
    tests: ['renderer/engine/matte/matte.test.ts'],
    faults: [['if (x < width - 1) visit(at + 1);', 'visit(at + 1);']],
  },
  'renderer/engine/matte/components.ts': {
    tests: ['renderer/engine/matte/matte.test.ts'],
    faults: [['< count * HOLE)', '< count)']],
  },
  // The bridge between the desktop app's page and its main process.
  'electron/main/dispatcher.ts': {
    tests: ['electron/main/dispatcher.test.ts'],
    faults: [
      ['!sender.isOwnMainFrame || sender', 'sender'],
      ['|| sender.origin !== APP_ORIGIN', ''],
      ['!Object.hasOwn(CONTRACT, channel)', '!(channel in CONTRACT)'],
      ['CONTRACT[known].output.parse(await handle(parsed.data))', 'await handle(parsed.data)'],
      [
        '{ ok: false, code: errorCode(thrown), context: {} }',
        '{ ok: false, code: errorCode(thrown), context: { thrown: String(thrown) } }',
      ],
    ],
  },
  // The screens.
  'renderer/features/payment/payment-screen.tsx': {
    tests: ['tests/screens/plans.screen.test.ts'],
    faults: [
      ['(isTested || isBeingTested) && !asksFirst', '!asksFirst'],
      ['owned !== undefined &&', 'false &&'],
    ],
  },
  'renderer/features/customize/stage.tsx': {
    tests: ['tests/screens/avatar-creator-photo.screen.test.ts'],
    faults: [["phase === 'importing' || (phase === 'ready' && !complete)", 'false']],
  },
  'renderer/features/customize/draft-strip.tsx': {
    tests: ['tests/screens/avatar-creator-photo.screen.test.ts'],
    faults: [["event.key !== 'Delete' && event.key !== 'Backspace'", 'true']],
  },
  'renderer/features/nft-minting/mint-summary.tsx': {
    tests: ['tests/screens/minting.screen.test.ts'],
    faults: [
      ['disabled={!understood}', ''],
      ['disabled={!wallet || chosen.length === 0 || refused || blocked}', ''],
    ],
  },
  'renderer/features/nft-minting/choose.tsx': {
    tests: ['tests/screens/minting.screen.test.ts'],
    faults: [['disabled={mintable.isNFT}', '']],
  },
  'renderer/features/dashboard/settings-tab.tsx': {
    tests: ['tests/screens/settings.screen.test.ts'],
    faults: [[', showFailure);', ", () => showToast('Settings saved.', 'good'));"]],
  },
  'renderer/features/purchases/purchase.tsx': {
    tests: ['tests/screens/settings.screen.test.ts'],
    faults: [['!mailbox || !valid || !confirmed', '!mailbox || !valid']],
  },
  'renderer/ui/modal.tsx': {
    tests: ['tests/screens/modal.screen.test.ts'],
    faults: [['dialog.showModal();', 'dialog.show();']],
  },
  'renderer/features/account/account-fields.tsx': {
    tests: ['tests/screens/account.screen.test.ts'],
    faults: [
      ['typed.trim().toUpperCase() !== last', 'false'],
      ['spent={wait > 0}', ''],
    ],
  },
  'renderer/features/avatar/avatar-view.tsx': {
    tests: ['tests/screens/avatar.screen.test.ts'],
    faults: [
      ["() => setOutcome('by-hand'),", "() => setOutcome('copied'),"],
      ['props.onLike(!liked)', 'props.onLike(true)'],
    ],
  },
  'renderer/features/bulk/recipes.tsx': {
    tests: ['tests/screens/bulk.screen.test.ts'],
    faults: [["disabled={obstacle !== undefined || busy || phase !== 'ready'}", 'disabled={busy}']],
  },
  'renderer/features/customize/brush.tsx': {
    tests: ['tests/screens/avatar-creator-tools.screen.test.ts'],
    faults: [['disabled={own.length === 0}', '']],
  },
  'renderer/features/dashboard/selection-bar.tsx': {
    tests: ['tests/screens/sheet.full.screen.test.ts'],
    faults: [['disabled={chosen.length !== 2}', '']],
  },
  'renderer/features/forms/message-form.tsx': {
    tests: ['tests/screens/forms.screen.test.ts'],
    faults: [['disabled={!possible || missing !== undefined}', 'disabled={!possible}']],
  },
  'renderer/core/search.ts': {
    tests: ['renderer/state/library/query.test.ts', 'tests/screens/settings.screen.test.ts'],
    faults: [['words.every(', 'words.some(']],
  },
  'renderer/features/parts/actions.ts': {
    tests: ['tests/screens/layout.screen.test.ts'],
    faults: [['isForField(event) ?', 'false ?']],
  },
  'renderer/features/login/login-screen.tsx': {
    tests: ['tests/screens/wallets.screen.test.ts'],
    faults: [["(status === 'connected' && !signUp)", 'false']],
  },
  'renderer/features/motion/animate-dialog.tsx': {
    tests: ['tests/screens/motion.full.screen.test.ts'],
    faults: [['through.length >= STYLES_MOST - 1 && !through.includes(style)', 'false']],
  },
  'renderer/features/nft-minting/select-step.tsx': {
    tests: ['tests/screens/minting.screen.test.ts'],
    faults: [['disabled={!minting[id]}', '']],
  },
};

export const MUTANTS: readonly Mutant[] = Object.entries(FAULTS).flatMap(
  ([file, { tests, faults }]) => faults.map(([from, to]) => ({ file, from, to, tests })),
);
