/**
 * Runs `reeve completion`: scripts made from the declarations, so that they cannot fall behind. Commands and their flags are completed, files after them.
 */
import { connectionFlags } from '../cluster/connection-flags.ts';
import type { CommandContext } from '../command/command-context.ts';
import type { CommandDeclaration } from '../command/command.ts';
import { UsageError } from '../error/usage-error.ts';

type Commands = readonly CommandDeclaration[];

const shells: Readonly<Record<string, (cli: string, commands: Commands) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Runs `reeve completion SHELL`. */
export async function run({ args, commands, print, cli }: CommandContext): Promise<void> {
  const shell = args[0] ?? '';
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (script === undefined) throw new UsageError(`${shell} is no shell that is known here: bash, zsh or fish`);
  print(script(cli.name, commands));
}

/** A command by the words that name it, with those below it. */
interface Place {
  readonly words: readonly string[];
  readonly command: CommandDeclaration;
}

const placesOf = (commands: Commands, before: readonly string[] = []): readonly Place[] =>
  commands.flatMap((command) => {
    const words = [...before, command.name];
    return [{ words, command }, ...placesOf(command.commands ?? [], words)];
  });

/** The commands below a command, and its long flags. */
function wordsOf({ flags = [], usesCluster = false, commands = [] }: CommandDeclaration): string[] {
  const all = usesCluster ? [...flags, ...connectionFlags] : flags;
  const names = commands.map(({ name }) => name);
  return [...new Set([...names, ...all.map(({ syntax }) => /--[a-z-]+/.exec(syntax)?.[0] ?? ''), '--help'])];
}

const namesOf = (commands: Commands): string => [...commands.map(({ name }) => name), 'help'].join(' ');

/** A name that shells take for a function. */
const functionOf = (cli: string): string => `_${cli.replaceAll(/\W/g, '_')}`;

function bashScript(cli: string, commands: Commands): string {
  const places = placesOf(commands);
  const cases = places.map(
    ({ words, command }) => `    "${words.join(' ')}") words="${wordsOf(command).join(' ')}" ;;`,
  );
  const parents = places.filter(({ command }) => (command.commands ?? []).length > 0);
  const nested = parents.map(({ words }) => `"${words.join(' ')}"`).join('|') || '"-"';
  return `${functionOf(cli)}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    case "$command" in
      "") command="$word" ;;
      ${nested}) command="$command $word" ;;
      *) break ;;
    esac
  done
  case "$command" in
    "") words="${namesOf(commands)} --help --version" ;;
${cases.join('\n')}
  esac
  case "$command" in
    ""|${nested}) COMPREPLY=($(compgen -W "$words" -- "$current")); return ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F ${functionOf(cli)} ${cli}`;
}

function zshScript(cli: string, commands: Commands): string {
  const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const places = placesOf(commands);
  const cases = places.toReversed().map(({ words, command }) => {
    const pattern = words.length === 1 ? `"${words[0] ?? ''} "*` : `"${words.join(' ')} "*`;
    return `    ${pattern}) compadd -- ${wordsOf(command).join(' ')} ;;`;
  });
  const nested = places
    .filter(({ command }) => (command.commands ?? []).length > 0)
    .map(({ words }) => words.join(' '));
  const isNested = nested.map((words) => `"${words} "`).join('|') || '"-"';
  return `#compdef ${cli}
${functionOf(cli)}() {
  local -a described
  described=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command described; return; fi
  local before="\${(j: :)words[2,CURRENT-1]} "
  case "$before" in
    ${isNested}) ;;
    *) if [[ "$PREFIX" != -* ]]; then _files; return; fi ;;
  esac
  case "$before" in
${cases.join('\n')}
  esac
}
compdef ${functionOf(cli)} ${cli}`;
}

function fishScript(cli: string, commands: Commands): string {
  const below = (words: readonly string[]): string =>
    words.length === 0
      ? '__fish_use_subcommand'
      : quoted(words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and '));
  const lines = placesOf(commands).flatMap(({ words, command }) => [
    `complete -c ${cli} -n ${below(words.slice(0, -1))} -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...wordsOf(command)
      .filter((word) => word.startsWith('--'))
      .map((flag) => `complete -c ${cli} -n ${below(words)} -l ${flag.slice(2)}`),
  ]);
  return lines.join('\n');
}

/** In single quotes, as shells want them. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
