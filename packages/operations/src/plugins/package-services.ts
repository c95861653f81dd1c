import type { Discovery } from '@slipway/host'
import { type Route, route } from '@slipway/protocol'
import { Loader, Mapper, PackageResolver } from '@slipway/protocol/pulumi'
import type { PackageAccess } from '@slipway/programs'

/** Answers questions of plugins and programs about packages. The code is loaded at the first question, because most plugins and programs ask none. */
export function packageServices(access: PackageAccess): readonly Route[] {
  const loaded = async () => {
    const { PackageServices } = await import('@slipway/programs')
    return new PackageServices(access)
  }
  return [
    route(Loader.GetSchema, async (request) => (await loaded()).schema(request)),
    route(Mapper.GetMapping, async (request) => (await loaded()).mapping(request)),
    route(PackageResolver.ResolvePackage, async (request) => (await loaded()).resolve(request)),
  ]
}

/** Returns the packages whose plugins the user has installed. */
export function installedPackages({ plugins }: Pick<Discovery, 'plugins'>): readonly string[] {
  return plugins
    .filter(({ kind, dialect, root }) => kind === 'provider' && dialect.name === 'pulumi' && root.origin !== 'bundled')
    .map(({ namespace }) => namespace.replace(/:$/, ''))
}
