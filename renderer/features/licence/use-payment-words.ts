import { useState } from 'react';

import { sentence } from '../../core/errors.ts';
import type { Licence } from '../../core/licence.ts';
import { i18n } from '../../i18n/index.ts';
import { checkLicence, type PaymentStatus } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';

/** Checks a licence's payments on the chain. */
export function usePaymentWords() {
  const { chain, config } = usePorts();
  const [words, setWords] = useState<readonly PaymentStatus[]>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const check = async (licence: Licence): Promise<readonly PaymentStatus[] | undefined> => {
    setBusy(true);
    setProblem(undefined);
    setWords(undefined);
    try {
      const said = await checkLicence(await chain(), licence, config.treasury);
      if (said === 'other-network') {
        setProblem(i18n.t('This licence is of another network, or of a sandbox that was reset.'));
        return undefined;
      }
      setWords(said);
      return said;
    } catch (failure) {
      setProblem(sentence(failure));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { words, busy, problem, check };
}
