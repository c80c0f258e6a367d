import { useState } from 'react';

import { errorCode, sentence, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import type { WalletChoice } from '../../ports/wallets.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { walletAtom } from '../../state/wallet.ts';

export interface ConnectProblem {
  readonly what: string;
  /** The missing wallet's download page, which was opened in a new tab. */
  readonly installUrl?: string;
}

export interface Connecting {
  /** Id of the choice that is being asked. */
  readonly asked: string | undefined;
  /** The wallet is an app that the page left for. */
  readonly away: boolean;
  readonly problem: ConnectProblem | undefined;
  readonly connect: (choice: WalletChoice) => void;
  readonly giveUp: () => void;
}

const NOT_INSTALLED: Record<WalletChoice['type'], ErrorCode> = {
  phantom: 'phantom-not-installed',
  metamask: 'metamask-not-installed',
};

/** Connecting a wallet from any screen; one that is missing leads to its download page. */
export function useConnect(
  fallback: ErrorCode,
  onConnected?: (address: string) => void,
): Connecting {
  const { wallets, links } = usePorts();
  const { asked, away = false } = useAtomValue(walletAtom);
  const [problem, setProblem] = useState<ConnectProblem>();

  const run = async (choice: WalletChoice): Promise<void> => {
    setProblem(undefined);
    if (!choice.installed && choice.installUrl !== undefined) {
      setProblem({ what: SENTENCES[NOT_INSTALLED[choice.type]], installUrl: choice.installUrl });
      await links.open(choice.installUrl).catch(() => undefined); // The link stays in the note.
      return;
    }
    try {
      const { address } = await wallets.connect(choice.id);
      onConnected?.(address);
    } catch (failure) {
      const code = errorCode(failure);
      // Neither a wallet's own words nor a named failure: each screen has its own sentence for that.
      if (code !== 'wallet-given-up')
        setProblem({
          what:
            code === 'wallet-connect-failed' ? SENTENCES[fallback] : sentence(failure, fallback),
        });
    }
  };

  return {
    asked,
    away,
    problem,
    connect: (choice) => void run(choice),
    giveUp: () => wallets.giveUp(),
  };
}
