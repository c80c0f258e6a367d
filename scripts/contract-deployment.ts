import { encodeDeployData, type Abi } from 'viem';

import artifact from '../resources/contracts/likeness-avatars.json' with { type: 'json' };

export const abi = artifact.abi as Abi;

/** What a transaction without a recipient has to carry to deploy the contract. */
export const deployment = (owner: `0x${string}`, treasury: `0x${string}`): `0x${string}` =>
  encodeDeployData({ abi, bytecode: artifact.bytecode as `0x${string}`, args: [owner, treasury] });
