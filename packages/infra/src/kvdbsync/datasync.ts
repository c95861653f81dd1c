import type { PluginContext } from '@slipway/agent'
import { MergedData } from './merged-data.ts'
import type { Json, DataHandler } from './data.ts'

/** A source of data. Keys are below the prefix of the program's service label. */
export interface DataWatcher {
  /**
   * Watches all keys that begin with one of the prefixes. Call it in init, or later; data arrives once the agent has started.
   *
   * @param context of the plugin that watches
   * @param name of the watcher, unique
   */
  watch(context: PluginContext, name: string, prefixes: readonly string[], handler: DataHandler): void
}

/** A target for data. */
export interface DataPublisher {
  /**
   * Publishes a value under a key, or takes it back with `undefined`, whoever wrote the key before. Rejects when the store cannot be
   * reached; once it can, the value arrives there all the same. Restores values that the store loses later, unless another program has
   * changed or deleted them before.
   */
  publish(key: string, value: Json | undefined): Promise<void>
  /** Calls the listener whenever another program has changed or deleted a published value: that value is no longer restored. */
  onOverruled?(listener: (key: string) => void): void
  /** Takes a key back if the published value is still there. A later value is not affected. */
  withdraw?(key: string): void
}

/**
 * Watches several sources as one: a resync of any of them reports the data of all sources that have reported. If several have a key, the
 * last source's value counts.
 */
export class DataWatchers implements DataWatcher {
  readonly members: readonly DataWatcher[]

  constructor(members: readonly DataWatcher[]) {
    this.members = members
  }

  watch(context: PluginContext, name: string, prefixes: readonly string[], handler: DataHandler): void {
    const merged = new MergedData(this.members.length, handler)
    for (const [source, member] of this.members.entries()) {
      member.watch(context, name, prefixes, {
        resync: (data) => merged.resync(source, data),
        changes: (changes) => merged.changes(source, changes),
      })
    }
  }
}

/**
 * Publishes the same data to several places. When another program changes or deletes a value in one place, the others drop the value too: otherwise
 * they would bring it back.
 */
export class DataPublishers implements DataPublisher {
  readonly members: readonly DataPublisher[]

  constructor(members: readonly DataPublisher[]) {
    this.members = members
    for (const member of members)
      member.onOverruled?.((key) => {
        for (const other of members) if (other !== member) other.withdraw?.(key)
      })
  }

  async publish(key: string, value: Json | undefined): Promise<void> {
    await Promise.all(this.members.map((member) => member.publish(key, value)))
  }

  onOverruled(listener: (key: string) => void): void {
    for (const member of this.members) member.onOverruled?.(listener)
  }

  withdraw(key: string): void {
    for (const member of this.members) member.withdraw?.(key)
  }
}
