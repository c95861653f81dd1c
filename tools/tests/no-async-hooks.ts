/**
 * Loaded before each test file: keeps Node's test runner from following every promise. It does so to say to which test an error belongs that
 * nobody has caught, and that takes a tenth to a fifth of the time of tests that compute. Such an error still fails its file;
 * `npm run test:one` says which test it is.
 */
import { createHook } from 'node:async_hooks'

const hooks = Object.getPrototypeOf(createHook({})) as { enable: () => unknown }
const { enable } = hooks
// The runner's hook is the first. Those of tests and of the product follow promises as ever.
hooks.enable = function enableNone() {
  hooks.enable = enable
  return this
}
