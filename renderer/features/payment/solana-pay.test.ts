import { describe, expect, it } from 'vitest';

import { parseSol } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { solanaPayLink } from './solana-pay.ts';

describe('solanaPayLink', () => {
  it('names treasury, amount, reference and memo', () => {
    const order = {
      id: 'LK-1',
      treasury: 'Treasury1',
      reference: 'Ref1',
      price: parseSol('3.5'),
    } as Order;
    const link = new URL(solanaPayLink(order));
    expect(link.protocol).toBe('solana:');
    expect(link.pathname).toBe('Treasury1');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      amount: '3.5',
      reference: 'Ref1',
      label: 'Likeness',
      message: 'Order LK-1',
      memo: 'LK-1',
    });
    expect(link.href).not.toContain('+');
  });
});
