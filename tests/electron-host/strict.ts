/** Properties that JavaScript itself reads of any object: promises, inspection, serialization. */
const ASKED_BY_THE_LANGUAGE = new Set([
  'then',
  'toJSON',
  '$$typeof',
  'asymmetricMatch',
  'nodeType',
]);

/**
 * Makes every part of Electron that the host lacks fail at once, by name, instead of being
 * undefined.
 */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, property) {
      if (typeof property === 'symbol' || property in object) {
        const value: unknown = Reflect.get(object, property, object);
        // Private fields belong to the object, not to its proxy.
        return typeof value === 'function' && !isClass(value)
          ? (value.bind(object) as unknown)
          : value;
      }
      if (ASKED_BY_THE_LANGUAGE.has(property)) return undefined;
      throw new Error(`the Electron test host doesn't know ${name}.${property}`);
    },
  });
}

const isClass = (value: object): boolean =>
  'prototype' in value && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
