/** The way in which a row of docs/reference/compared.md is tried. */
export type Claim =
  /** Runs a script in a new folder with the files of files/, and compares its output, with its exit code if that is not 0. */
  | { readonly does: string; readonly says: RegExp }
  /** A test that needs more than a command line. */
  | { readonly file: string; readonly test: string }
  /** A benchmark, which measures a number beside a limit; no test judges it. */
  | { readonly bench: string }

const up = 'slipway up site.blueprint.yaml --yes'
const quietUp = `${up} >/dev/null 2>&1`
const change = (from: string, to: string): string => `sed -i 's/${from}/${to}/' site.blueprint.yaml`

/** Keyed by the number of the row. A row with `later` or `no` needs no trial. */
export const ofTofu: Readonly<Record<number, Claim>> = {
  1: {
    does: `slipway plan site.blueprint.yaml; ls *.txt; slipway up site.blueprint.yaml`,
    says: /5 to create\n[^]*needs-yes/,
  },
  2: {
    does: `slipway plan site.blueprint.yaml --out site.plan; grep -c hush-hush site.plan; slipway show site.plan; cp site.plan old.plan; slipway up site.blueprint.yaml --plan site.plan; cat secret.txt; slipway up site.blueprint.yaml --plan old.plan`,
    says: /^0$[^]*5 to create[^]*hush-hush[^]*stale-plan/m,
  },
  3: { does: `${up} --target page`, says: /1 created/ },
  4: { does: `${up} --exclude page; ls page.txt copy.txt`, says: /3 created[^]*No such file/ },
  5: { does: `${quietUp}; slipway plan site.blueprint.yaml --replace page`, says: /page .*destroyed, then created/ },
  6: {
    does: `${quietUp}; slipway plan site.blueprint.yaml --destroy; rm site.blueprint.yaml; slipway destroy --instance site --yes; ls *.txt`,
    says: /5 to delete[^]*site is destroyed[^]*No such file/,
  },
  7: {
    does: `${quietUp}; echo other > page.txt; slipway refresh site.blueprint.yaml --yes; slipway plan site.blueprint.yaml`,
    says: /page/,
  },
  8: {
    does: `${quietUp}; echo other > page.txt; slipway plan site.blueprint.yaml`,
    says: /[Nn]othing to do|up to date|no changes/,
  },
  9: {
    does: `${quietUp}; echo other > page.txt; slipway plan site.blueprint.yaml --refresh; slipway reconcile page site.blueprint.yaml --accept --yes`,
    says: /changed outside/,
  },
  10: {
    does: `slipway plan site.blueprint.yaml --detailed-exitcode >/dev/null 2>&1; echo $?; ${up} --detailed-exitcode >/dev/null 2>&1; echo $?; slipway refresh site.blueprint.yaml --yes --detailed-exitcode >/dev/null 2>&1; echo $?; slipway destroy site.blueprint.yaml --yes --detailed-exitcode >/dev/null 2>&1; echo $?`,
    says: /^2\n2\n0\n2\n$/,
  },
  11: { does: `${up} --parallel 8`, says: /5 created/ },
  12: {
    does: `slipway plan site.blueprint.yaml --var name=nobody; echo 'name: me' > v.yaml; slipway plan site.blueprint.yaml --var-file v.yaml; SLIPWAY_VAR_NAME=me SLIPWAY_VAR_name=me slipway plan site.blueprint.yaml; slipway plan checks.blueprint.yaml --var size=0; sed 's/type: integer, default: 1/type: list, items: integer, default: [1]/' checks.blueprint.yaml > list.blueprint.yaml; slipway validate list.blueprint.yaml --var 'size=[1, two]'`,
    says: /allowed: you, me[^]*hello me[^]*hello me[^]*a size is needed[^]*variables\.size\[1\] must be of the type integer/,
  },
  13: {
    does: `${quietUp}; slipway exports site.blueprint.yaml --only path --raw; slipway exports site.blueprint.yaml --json`,
    says: /^page\.txt\{\n {2}"path": "page\.txt"/,
  },
  14: {
    does: `slipway eval 'join(list("a"), ",")'; slipway functions | grep -c 'regex\\|template'; slipway eval '1 + 1'`,
    says: /^a\n4\n2\n$/,
  },
  16: {
    does: `slipway plan parent.blueprint.yaml; slipway plan parent.blueprint.yaml --var which=other`,
    says: /part\/leaf[^]*other\.blueprint\.yaml/,
  },
  17: {
    does: `${up}; cat part-a.txt part-b.txt; slipway state list site.blueprint.yaml; sed 's/part: {/part: { each: "\${list(1)}",/' parent.blueprint.yaml > many.blueprint.yaml; slipway validate many.blueprint.yaml`,
    says: /12[^]*part_a[^]*part_b[^]*include\.part has no key "each"/,
  },
  18: {
    does: `${quietUp}; ls secret.txt; ${up} --var name=me; ls secret.txt`,
    says: /^secret\.txt\n[^]*destroyed[^]*No such file/,
  },
  19: {
    does: `slipway eval 'map(list("a"), to_upper)'; slipway eval 'filter(list("ab", "b"), has_prefix_g("a"))'; slipway eval 'flatmap(list("a,b"), split_g(","))'; slipway eval 'map(list("a"), object(name = elem))'`,
    says: /^\["A"\]\n\["ab"\]\n\["a", "b"\]\n.*error/,
  },
  20: { file: 'test/plugins/configurations.test.ts', test: 'several configurations of a provider' },
  21: {
    does: `echo right > note.txt; printf right > note.txt; slipway plan checks.blueprint.yaml`,
    says: /1 to create/,
  },
  22: {
    file: 'test/plugins/imports.test.ts',
    test: 'are shown in the plan, carried out by up, and have no effect afterwards',
  },
  23: {
    does: `${quietUp}; slipway state mv copy second site.blueprint.yaml; ${change('copy:', 'second:')}; slipway plan site.blueprint.yaml`,
    says: /[Nn]othing to do|no changes|up to date/,
  },
  24: {
    does: `slipway up options.blueprint.yaml --yes >/dev/null 2>&1; sed -i '/  left:/,/content: x/d' options.blueprint.yaml; slipway up options.blueprint.yaml --yes; ls left.txt; slipway state rm quiet options.blueprint.yaml --yes; ls quiet.txt`,
    says: /left[^]*left\.txt[^]*quiet is forgotten[^]*quiet\.txt/,
  },
  25: {
    does: `slipway up options.blueprint.yaml --yes >/dev/null 2>&1; slipway plan options.blueprint.yaml --replace again`,
    says: /again \(random\/id\) will be replaced/,
  },
  26: {
    does: `slipway up options.blueprint.yaml --yes >/dev/null 2>&1; slipway destroy options.blueprint.yaml --yes; slipway state unprotect kept options.blueprint.yaml; slipway destroy options.blueprint.yaml --yes`,
    says: /protected[^]*is destroyed/,
  },
  27: {
    does: `slipway up options.blueprint.yaml --yes >/dev/null 2>&1; slipway state unprotect kept options.blueprint.yaml; slipway destroy options.blueprint.yaml --yes; ls left.txt`,
    says: /left\.txt$/m,
  },
  28: {
    does: `slipway up options.blueprint.yaml --yes >/dev/null 2>&1; slipway up options.blueprint.yaml --yes --var text=two >/dev/null 2>&1; cat kept.txt quiet.txt`,
    says: /^twoone$/m,
  },
  29: {
    does: `slipway up options.blueprint.yaml --yes >/dev/null 2>&1; slipway plan options.blueprint.yaml --var stamp=b`,
    says: /again .*replaced/,
  },
  30: { does: `slipway graph site.blueprint.yaml`, says: /copy \(local\/file\) <- page/ },
  31: { does: `slipway plan checks.blueprint.yaml --var size=9`, says: /too large/ },
  32: {
    does: `printf wrong > note.txt; slipway up checks.blueprint.yaml --yes; ls page.txt`,
    says: /the note is wrong[^]*page\.txt\n$/,
  },
  33: {
    file: 'test/faults/refused-create.test.ts',
    test: 'a resource whose create was refused blocks neither the next up nor destroy',
  },
  34: {
    file: 'test/faults/half-destroyed.test.ts',
    test: 'a rollback names the resources that a failed destroy has destroyed',
  },
  35: { does: `${quietUp}; slipway state export site.blueprint.yaml | head -3`, says: /"format(Version)?"|"version"/ },
  36: {
    file: 'test/shared-state/commands.test.ts',
    test: 'a second machine can change, list and destroy what the first deployed',
  },
  37: {
    file: 'test/faults/two-engines.test.ts',
    test: 'take turns, and the second is told who holds the lock and how to free it',
  },
  38: {
    does: `${quietUp}; echo 'name: me' > site.other.vars.yaml; ${quietUp} --instance other; slipway instances; slipway plan site.blueprint.yaml --instance othr`,
    says: /other[^]*site[^]*did you mean "other"/,
  },
  39: {
    does: `${quietUp}; slipway state list site.blueprint.yaml; slipway state show page site.blueprint.yaml; slipway state backup b.db site.blueprint.yaml; slipway state rm page site.blueprint.yaml --yes; slipway state restore b.db site.blueprint.yaml --yes; slipway state list site.blueprint.yaml | grep page; slipway state export site.blueprint.yaml > s.json; slipway state import s.json site.blueprint.yaml --yes`,
    says: /page is forgotten[^]*page +local\/file[^]*is imported/,
  },
  40: { file: 'test/scenarios/run.test.ts', test: 'exports-elsewhere' },
  41: {
    does: `${quietUp}; grep -c hush-hush .slipway/state.db*; SLIPWAY_NEW_PASSPHRASE=x slipway state rekey; slipway exports site.blueprint.yaml`,
    says: /state\.db:0\n[^]*page\.txt/,
  },
  42: { file: 'packages/engine/src/run/step/passed-on.test.ts', test: 'is refused where it would be recorded' },
  43: { file: 'test/faults/secrets.test.ts', test: 'is in no file and no output' },
  44: {
    file: 'test/install/on-demand.test.ts',
    test: 'is installed by up --install, and the lock file gives another user the same bytes',
  },
  45: {
    file: 'test/install/project.test.ts',
    test: 'writes a project’s plugins into its lock file, and then has nothing to do',
  },
  46: { file: 'packages/testing/src/testing.test.ts', test: 'a blueprint is tested likewise, with its variables' },
  47: {
    does: `slipway validate site.blueprint.yaml; slipway fmt site.blueprint.yaml; slipway fmt --check site.blueprint.yaml; echo $?; slipway convert site.blueprint.yaml --to bp > s.blueprint; slipway fmt s.blueprint; echo $?`,
    says: /is valid\n[^]*\n0\n[^]*0\n$/,
  },
  48: { file: 'test/schemas/schemas.test.ts', test: 'are printed from the code (UPDATE_DOCS=1 writes them)' },
  49: { does: `${up} --json 2>text | head -1; wc -c < text`, says: /^\{"format":1[^]*\n[1-9]/ },
  50: {
    does: `slipway graph site.blueprint.yaml --format dot; slipway graph site.blueprint.yaml --html page.html; ls page.html; slipway eval 'resources.page.spec.path'`,
    says: /digraph[^]*page\.html[^]*error/,
  },
  51: {
    file: 'packages/operations/src/tasks/deployment-tasks.test.ts',
    test: 'run in order on this machine, are recorded, and continue where they stopped',
  },
  52: { does: `${quietUp}; slipway logs; slipway doctor agent`, says: /Plan: / },
}

const broken = `cat > broken.blueprint.yaml <<'END'
version: 2025-11-02
resources:
  bad: { type: local/file, spec: { path: /proc/none/x, content: x } }
  good: { type: local/file, spec: { path: good.txt, content: x } }
END
`

export const ofPulumi: Readonly<Record<number, Claim>> = {
  1: { does: up, says: /5 created/ },
  2: { does: `${quietUp}; slipway plan site.blueprint.yaml --detailed-exitcode; echo $?`, says: /\n0\n$/ },
  3: { does: `${quietUp}; slipway destroy site.blueprint.yaml --yes`, says: /site is destroyed/ },
  4: {
    does: `${quietUp}; echo other > page.txt; ${up} --refresh; cat page.txt`,
    says: /changed outside[^]*hello you$/m,
  },
  5: {
    does: `slipway plan site.blueprint.yaml; slipway plan site.blueprint.yaml --brief | wc -l`,
    says: /\+ content: "hello you"[^]*\d+\n$/,
  },
  6: {
    does: `slipway up site.blueprint.yaml --json; ${up} --json 2>/dev/null | head -1`,
    says: /cli\/needs-yes[^]*\{"format":1/,
  },
  7: { does: `${up} --parallel 8`, says: /5 created/ },
  8: {
    does: `${up} --target page; ${up} --replace page --target page; ${up} --exclude secret; ls secret.txt`,
    says: /1 created[^]*1 replaced[^]*No such file/,
  },
  9: { does: `${broken}slipway up broken.blueprint.yaml --yes; cat good.txt`, says: /1 created, 1 failed[^]*x/ },
  10: ofTofu[2] ?? { does: '', says: /./ },
  11: {
    file: 'test/faults/signals.test.ts',
    test: 'SIGINT followed by SIGTERM, as CI sends them, saves everything before CI kills the process',
  },
  12: { does: `${quietUp} --instance prod; slipway instances`, says: /prod/ },
  13: { does: `${quietUp}; slipway exports site.blueprint.yaml --json --show-secrets`, says: /"path": "page\.txt"/ },
  14: { file: 'test/interop/pulumi/exported.test.ts', test: 'a state exported to Pulumi' },
  15: { does: `${quietUp}; slipway history site.blueprint.yaml`, says: /up .*succeeded|succeeded.*up/ },
  17: { does: `slipway graph site.blueprint.yaml --format dot`, says: /digraph/ },
  18: {
    does: `${quietUp}; SLIPWAY_PASSPHRASE=new slipway state rekey --to passphrase site.blueprint.yaml; SLIPWAY_PASSPHRASE=new slipway exports site.blueprint.yaml`,
    says: /page\.txt/,
  },
  19: { does: `slipway config show --origin | head -3`, says: /SETTING +VALUE +FROM/ },
  20: { file: 'test/attacks/secrets.test.ts', test: 'may come from a variable, a file or a variables file' },
  22: {
    does: `${quietUp}; slipway state protect page site.blueprint.yaml; slipway state unprotect page site.blueprint.yaml; slipway state mv page other site.blueprint.yaml; slipway state rm other site.blueprint.yaml --yes`,
    says: /other is forgotten/,
  },
  23: {
    file: 'test/plugins/imports.test.ts',
    test: 'are carried out by the import command, with the blueprint’s lines',
  },
  24: {
    does: `slipway new stack mine --yes --no-install; slipway plugin new ./own --id acme/own --no-install; ls mine own`,
    says: /site\.stack\.ts/,
  },
  25: {
    file: 'test/install/project.test.ts',
    test: 'writes a project’s plugins into its lock file, and then has nothing to do',
  },
  26: {
    file: 'test/install/servers.test.ts',
    test: 'gets a plugin from a registry with a token that is stored nowhere',
  },
  27: {
    file: 'packages/operations/src/packages/packages.test.ts',
    test: 'is installed and locked, named in the project, made into an SDK, and linked',
  },
  28: {
    does: `slipway plugin test $(ls -d $(dirname $(readlink -f $(which slipway)))/../dist/plugins/providers/slipway/random/*/plugin)`,
    says: /random/,
  },
  29: {
    file: 'test/plugins/convert.test.ts',
    test: 'slipway convert --from shows warnings with their lines, what was not converted, and the new files',
  },
  30: {
    file: 'test/interop/pulumi/policy.test.ts',
    test: 'stops a plan that violates a mandatory policy, and reports the other policies',
  },
  31: {
    file: 'test/shared-state/commands.test.ts',
    test: 'a second machine can change, list and destroy what the first deployed',
  },
  32: { does: `slipway doctor; slipway version --json`, says: /"slipway": "\d/ },
  33: { does: `${quietUp}; slipway logs --lines 50; echo $?`, says: /0\n$/ },
  34: { does: `slipway doctor agent`, says: /Plan: / },
  35: {
    file: 'test/interop/pulumi/attached.test.ts',
    test: 'is called at its port, told its engine’s address, and left running',
  },
  36: {
    file: 'packages/slipway/src/cli/dev/dev.test.ts',
    test: 'each save is planned and applied, a mistake ends nothing, and a process restarts with its dependencies',
  },
  37: { does: `mkdir below; cp site.blueprint.yaml below; slipway plan below`, says: /5 to create/ },
  39: {
    file: 'packages/operations/src/many-at-once.test.ts',
    test: 'twenty instances of three projects go up at once, and down, each for itself',
  },
  40: { does: `slipway completion bash`, says: /complete .*slipway/ },
}

export const wishes: Readonly<Record<number, Claim>> = {
  1: {
    file: 'test/faults/two-engines.test.ts',
    test: 'take turns, and the second is told who holds the lock and how to free it',
  },
  2: { file: 'test/faults/engine-killed.test.ts', test: 'twenty times during one deployment' },
  3: { bench: 'bench/whole/whole-commands.ts' },
  4: {
    file: 'test/plugins/life-cycle.test.ts',
    test: 'that cannot be launched causes a warning, and the next lower one is used',
  },
  5: { file: 'test/attacks/wire/memory.test.ts', test: 'from any caller do not exhaust a plugin’s memory' },
  6: {
    file: 'test/install/servers.test.ts',
    test: 'refuses an id without a known registry, and says what to write',
  },
  7: { file: 'test/install/servers.test.ts', test: 'gets everything from a mirror, offline' },
  8: {
    file: 'test/plugins/signed.test.ts',
    test: 'must keep its signing key until the user trusts another',
  },
  9: {
    file: 'test/faulty/start.test.ts',
    test: 'and exits at once is noticed at once, counted, and reported with its last output',
  },
  10: {
    file: 'test/faults/state-damage.test.ts',
    test: 'fails the run by name, keeps the old state, and the next run with room continues',
  },
  11: {
    file: 'test/faults/signals.test.ts',
    test: 'SIGINT followed by SIGTERM, as CI sends them, saves everything before CI kills the process',
  },
  12: {
    file: 'packages/host/src/cache/definition-cache.test.ts',
    test: 'has a complete entry at any moment, however many hosts write it',
  },
  13: {
    file: 'test/faults/state-refused.test.ts',
    test: 'a state of a newer version is refused with both versions, and left alone',
  },
  14: {
    file: 'test/guides/write-a-plugin.test.ts',
    test: 'a plugin written by the guide is tested, bundled, installed and used',
  },
  15: { file: 'test/faults/attempts-are-told.test.ts', test: 'by plan and up, for an unreadable data source' },
  16: { bench: 'bench/stores.ts' },
  17: { file: 'test/faults/secrets.test.ts', test: 'is in no file and no output' },
  18: {
    file: 'packages/installer/src/lock/hashes-of-sources.test.ts',
    test: 'in the list of a Terraform registry, and an h1 of the download',
  },
  19: {
    file: 'test/interop/pulumi/attached.test.ts',
    test: 'is called at its port, told its engine’s address, and left running',
  },
  20: {
    file: 'test/faulty/orphans.test.ts',
    test: 'no plugin survives, whether it ignores TERM and stdin, is a grandchild, or is starting',
  },
  21: { file: 'test/schemas/schemas.test.ts', test: 'are printed from the code (UPDATE_DOCS=1 writes them)' },
  22: {
    file: 'test/faults/two-engines.test.ts',
    test: 'fence a holder that slept while its lock was broken',
  },
  23: { does: `slipway validate site.blueprint.yaml; ls -A ~`, says: /is valid/ },
  24: {
    file: 'packages/stages/src/order/order-tasks.test.ts',
    test: 'has its worked example reproduced line for line',
  },
  25: {
    file: 'test/faults/half-destroyed.test.ts',
    test: 'a rollback names the resources that a failed destroy has destroyed',
  },
}
