/** The eight people, in the order of resources/people/people.json. */
import type { Person } from '../person.ts';
import { amara } from './amara.ts';
import { arjun } from './arjun.ts';
import { finn } from './finn.ts';
import { ingrid } from './ingrid.ts';
import { kenji } from './kenji.ts';
import { leila } from './leila.ts';
import { mara } from './mara.ts';
import { rafael } from './rafael.ts';

export const PEOPLE: readonly Person[] = [mara, kenji, amara, rafael, leila, finn, ingrid, arjun];
