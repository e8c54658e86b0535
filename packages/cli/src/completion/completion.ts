/**
 * Runs `reeve completion`: scripts made from the declarations, so that they cannot fall behind. Commands and their flags are completed, files after them.
 */
import { connectionFlags } from '../cluster/connection-flags.ts';
import type { CommandContext } from '../command/command-context.ts';
import type { CommandDeclaration } from '../command/command.ts';
import { UsageError } from '../error/usage-error.ts';

type Commands = readonly CommandDeclaration[];

const shells: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Runs `reeve completion SHELL`. */
export async function run({ args, commands, print }: CommandContext): Promise<void> {
  const shell = args[0] ?? '';
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (script === undefined) throw new UsageError(`${shell} is no shell that is known here: bash, zsh or fish`);
  print(script(commands));
}

/** The long flags of a command. */
function flagsOf({ flags = [], usesCluster = false }: CommandDeclaration): string[] {
  const all = usesCluster ? [...flags, ...connectionFlags] : flags;
  return [...new Set([...all.map(({ syntax }) => /--[a-z-]+/.exec(syntax)?.[0] ?? ''), '--help'])];
}

const namesOf = (commands: Commands): string => [...commands.map(({ name }) => name), 'help'].join(' ');

function bashScript(commands: Commands): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command).join(' ')}" ;;`);
  return `_reeve() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  case "$command" in
    "") words="${namesOf(commands)} --help --version" ;;
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) if [ -z "$command" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi ;;
  esac
}
complete -o filenames -F _reeve reeve`;
}

function zshScript(commands: Commands): string {
  const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = commands.map((command) => `    ${command.name}) compadd -- ${flagsOf(command).join(' ')} ;;`);
  return `#compdef reeve
_reeve() {
  local -a described
  described=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command described; return; fi
  if [[ "$PREFIX" != -* ]]; then _files; return; fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _reeve reeve`;
}

function fishScript(commands: Commands): string {
  const lines = commands.flatMap((command) => [
    `complete -c reeve -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...flagsOf(command).map(
      (flag) => `complete -c reeve -n '__fish_seen_subcommand_from ${command.name}' -l ${flag.slice(2)}`,
    ),
  ]);
  return lines.join('\n');
}

/** In single quotes, as shells want them. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
