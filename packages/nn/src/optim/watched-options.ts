import { assume, isCapturing, isFreshWork } from "@saccade/tensor/backend";

// The owners of assumptions about options: one object per group and option.
const owners: WeakMap<object, Map<PropertyKey, object>> = new WeakMap();

/**
 * A group's options for a rule. If a captured step reads an option outside of `fresh`, the step depends on it: when
 * the option changes, the step is captured again.
 */
export function watchedOptions<O extends object>(options: O): O {
  if (!isCapturing()) return options;
  return new Proxy(options, {
    get(target, key): unknown {
      if (!isFreshWork()) assume(ownerOf(target, key), () => asValue(Reflect.get(target, key)));
      return Reflect.get(target, key);
    },
  });
}

function ownerOf(options: object, key: PropertyKey): object {
  let keys = owners.get(options);
  if (keys === undefined) {
    keys = new Map();
    owners.set(options, keys);
  }
  let owner = keys.get(key);
  if (owner === undefined) {
    owner = {};
    keys.set(key, owner);
  }
  return owner;
}

// Options may be lists, such as Adam's betas, which are compared by value.
function asValue(option: unknown): unknown {
  return Array.isArray(option) ? option.join(" ") : option;
}
