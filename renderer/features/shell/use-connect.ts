import { useState } from 'react';

import { errorCode, sentence, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import type { WalletChoice } from '../../ports/wallets.ts';
import { usePorts, useWallet } from '../../state/ports.ts';

export interface ConnectProblem {
  readonly what: string;
  /** The missing wallet's download page, which was opened in a new tab. */
  readonly installUrl?: string;
}

export interface Connecting {
  /** Id of the wallet being asked. */
  readonly asked: string | undefined;
  /** True if the wallet is an app that the browser has switched to. */
  readonly away: boolean;
  readonly problem: ConnectProblem | undefined;
  readonly connect: (choice: WalletChoice) => void;
  readonly giveUp: () => void;
}

const NOT_INSTALLED: Record<WalletChoice['type'], ErrorCode> = {
  phantom: 'phantom-not-installed',
  metamask: 'metamask-not-installed',
};

/** Connects a wallet from any screen; a missing one opens its download page. */
export function useConnect(
  fallback: ErrorCode,
  onConnected?: (address: string) => void,
): Connecting {
  const { wallets, links } = usePorts();
  const { asked, away = false } = useWallet();
  const [problem, setProblem] = useState<ConnectProblem>();

  const run = async (choice: WalletChoice): Promise<void> => {
    setProblem(undefined);
    if (!choice.installed && choice.installUrl !== undefined) {
      setProblem({ what: SENTENCES[NOT_INSTALLED[choice.type]], installUrl: choice.installUrl });
      await links.open(choice.installUrl).catch(() => undefined); // The link is still in the note.
      return;
    }
    try {
      const { address } = await wallets.connect(choice.id);
      onConnected?.(address);
    } catch (failure) {
      const code = errorCode(failure);
      // 'wallet-connect-failed' says nothing specific, so each screen has its own sentence for it.
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
