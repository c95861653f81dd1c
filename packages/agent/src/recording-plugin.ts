import type { Plugin, PluginContext } from './plugin.ts'

/** A plugin for tests that records its calls: `init a`, `afterInit a`, `close a`. */
export class RecordingPlugin implements Plugin {
  readonly name: string
  readonly deps: Record<PropertyKey, unknown>
  readonly #log: string[]
  readonly #hooks: RecordedHooks

  constructor(name: string, log: string[], deps: Record<PropertyKey, unknown> = {}, hooks: RecordedHooks = {}) {
    this.name = name
    this.deps = deps
    this.#log = log
    this.#hooks = hooks
  }

  init(context: PluginContext): void | PromiseLike<void> {
    this.#log.push(`init ${this.name}`)
    return this.#hooks.init?.(context)
  }

  afterInit(context: PluginContext): void | PromiseLike<void> {
    this.#log.push(`afterInit ${this.name}`)
    return this.#hooks.afterInit?.(context)
  }

  close(context: PluginContext): void | PromiseLike<void> {
    this.#log.push(`close ${this.name}`)
    return this.#hooks.close?.(context)
  }
}

type Hook = (context: PluginContext) => void | PromiseLike<void>

export interface RecordedHooks {
  readonly init?: Hook
  readonly afterInit?: Hook
  readonly close?: Hook
}
