import { encodeDeployData, type Abi } from 'viem';

import artifact from '../resources/contracts/likeness-avatars.json' with { type: 'json' };

export const abi = artifact.abi as Abi;

/** The data of the transaction without a recipient that deploys the contract. */
export const deployment = (owner: `0x${string}`, treasury: `0x${string}`): `0x${string}` =>
  encodeDeployData({ abi, bytecode: artifact.bytecode as `0x${string}`, args: [owner, treasury] });
