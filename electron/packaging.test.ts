import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const packageFile = z
  .object({
    main: z.string(),
    build: z.looseObject({ files: z.array(z.string()), electronFuses: z.record(z.string(), z.boolean()), protocols: z.array(z.looseObject({ schemes: z.array(z.string()) })) }),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const { build } = packageFile;

describe('the packaged program', () => {
  it('is described as electron-builder understands it', () => {
    const path = createRequire(import.meta.url).resolve('app-builder-lib/scheme.json');
    const validate = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(readFileSync(path, 'utf8')) as object);
    validate(build);
    expect(validate.errors ?? []).toEqual([]);
    // Its schema takes seconds to compile.
  }, 60_000);

  it('cannot be made to run anything else', () => {
    expect(build.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('holds the built app and nothing of the repository', () => {
    expect(build.files).toEqual(['out/main/**', 'out/preload/**', 'out/renderer/**', 'out/wallet-page/**', 'package.json', '!node_modules/**']);
    expect(packageFile.main).toBe('out/main/index.js');
    expect(build.protocols.flatMap(({ schemes }) => schemes)).toEqual(['likeness']);
  });
});
