import type { Plugin } from '@slipway/agent'
import type { CatalogPart } from '../catalog/catalog-part.ts'
import { prelaunch } from './prelaunch.ts'

/** Starts some providers right after discovery, while the state is opened. */
export class EarlyLaunch implements Plugin {
  readonly name = 'early launch'
  readonly catalog: CatalogPart
  readonly #namespaces: ReadonlySet<string>

  constructor(catalog: CatalogPart, namespaces: ReadonlySet<string>) {
    this.catalog = catalog
    this.#namespaces = namespaces
  }

  init(): void {
    // A failed launch fails the first call to that provider.
    void prelaunch(this.catalog, this.#namespaces)
  }

  close(): void {}
}
