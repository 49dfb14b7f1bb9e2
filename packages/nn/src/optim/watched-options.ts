import { assume, isHostWork, isRecordingStep } from "@saccade/tensor/backend";

// What assumptions about an option belong to: one object a group and option.
const owners: WeakMap<object, Map<PropertyKey, object>> = new WeakMap();

/**
 * A group's options for a rule. While a step is recorded, an option that is read outside of `hostWork` has decided
 * something: when it changes, the step is recorded anew.
 */
export function watchedOptions<O extends object>(options: O): O {
  if (!isRecordingStep()) return options;
  return new Proxy(options, {
    get(target, key): unknown {
      if (!isHostWork()) assume(ownerOf(target, key), () => asValue(Reflect.get(target, key)));
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

// Options may be lists, such as Adam's betas: those count by their values.
function asValue(option: unknown): unknown {
  return Array.isArray(option) ? option.join(" ") : option;
}
