/**
 * Dependencies that ship inside a package instead of being installed beside it, because only a little of them is used: each becomes one small file, and their licences
 * are written down with the bundle, for people and for machines.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { root } from './paths.mjs';

/**
 * Makes the files, where they are not there yet, and says what each stands for.
 * @param {typeof import('rolldown').rolldown} rolldown
 * @param {string} folder The package.
 * @param {readonly string[]} names
 * @param {'js' | 'cjs'} [ending] `cjs` for what is required when it is needed.
 * @returns {Promise<{ alias: Record<string, string>, inside: readonly string[] }>} `inside` are the folders of the packages that are in them.
 */
export async function vendor(rolldown, folder, names, ending = 'js') {
  /** @type {Record<string, string>} */
  const alias = {};
  /** @type {Set<string>} */
  const inside = new Set();
  for (const name of names) {
    const file = `${folder}/dist/vendor/${name.replace(/[@/]+/g, '-').replace(/^-/, '')}.${ending}`;
    const list = `${file}.packages`;
    if (!existsSync(file)) writeFileSync(list, [...(await build(rolldown, folder, names, name, file))].join('\n'));
    for (const found of readFileSync(list, 'utf8').split('\n')) inside.add(found);
    alias[name] = file;
  }
  return { alias, inside: [...inside].filter(Boolean) };
}

/**
 * @param {typeof import('rolldown').rolldown} rolldown
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {string} name
 * @param {string} file
 * @returns {Promise<Set<string>>} The folders of the packages that are in it.
 */
async function build(rolldown, folder, names, name, file) {
  mkdirSync(`${folder}/dist/vendor`, { recursive: true });
  const entry = `${file}.entry.mjs`;
  for (const first of names) await import(first); // some refuse to load without those before them
  const exported = Object.keys(await import(name)).filter((key) => key !== 'default' && key !== 'module.exports');
  writeFileSync(
    entry,
    `import '${name}';\nimport * as all from '${name}';\nexport const { ${exported.join(', ')} } = all;\n`,
  );
  const made = await rolldown({ input: entry, platform: 'node' });
  const { output } = await made.write({ file, format: file.endsWith('.cjs') ? 'cjs' : 'esm', minify: true });
  await made.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  return new Set(modules.flatMap((id) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
}

/** @param {string} folder Name, version and licence of a package, for people. */
export function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return `## ${name} ${version} (${license})\n\n${text ? readFileSync(`${folder}/${text}`, 'utf8').trim() : ''}\n`;
}

/**
 * What is inside a bundle, for machines that look for known mistakes: a bill of materials as CycloneDX has it, the same for the same contents.
 * @param {string} folder The package.
 * @param {readonly string[]} inside The folders of the packages that are in its bundle.
 */
export function billOfMaterials(folder, inside) {
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
  const component = componentOf(folder);
  const components = inside.map((path) => ({
    ...componentOf(path),
    hashes: hashesOf(packages[path.slice(path.indexOf('node_modules/'))]?.integrity),
  }));
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component },
    components,
    dependencies: [{ ref: component['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** @param {string} folder */
function componentOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
}

/** @param {string | undefined} integrity As the lockfile has it. */
function hashesOf(integrity) {
  const [, hash] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return hash === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }];
}
