import { useRef, useState } from 'react';

import { sentence } from '../../core/errors.ts';
import type { Licence } from '../../core/licence.ts';
import { i18n } from '../../i18n/index.ts';
import { checkLicence, type PaymentStatus, type ReadBefore } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';

/**
 * Checks a licence's payments on the chain: their statuses, in the licence's order. A check that
 * didn't finish goes on when it is repeated.
 */
export function useLicenceCheck() {
  const { chain, config } = usePorts();
  const [statuses, setStatuses] = useState<readonly PaymentStatus[]>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = useRef<ReadBefore>(new Map());
  const check = async (licence: Licence): Promise<readonly PaymentStatus[] | undefined> => {
    setBusy(true);
    setProblem(undefined);
    setStatuses(undefined);
    try {
      const found = await checkLicence(await chain(), licence, config.treasury, {
        read: read.current,
      });
      if (found === 'other-network') {
        setProblem(i18n.t('This licence is of another network, or of a sandbox that was reset.'));
        return undefined;
      }
      setStatuses(found);
      return found;
    } catch (failure) {
      setProblem(sentence(failure));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { statuses, busy, problem, check };
}
