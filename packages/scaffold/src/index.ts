// files of a project
export { matchesGlob, pathProblem } from './tree/project-path.ts';
export { Tree } from './tree/tree.ts';
export type { IfExists, ProjectEntry, ProjectReader, ProjectTree, TreeWrite } from './tree/tree.ts';
export { planOf, requireFree } from './plan/plan.ts';
export type { FileState, Plan, PlannedFile, PlanOptions, PlanStep, StepGround } from './plan/plan.ts';
export { updatePlan } from './plan/update.ts';
export type { Regenerated, UpdatePlan } from './plan/update.ts';
export { planLines } from './plan/plan-lines.ts';
export { carryOut } from './plan/carry-out.ts';
export type { ProjectWriter } from './plan/carry-out.ts';

// texts
export { jsonText, removeFromJson, setInJson } from './text/edit-json.ts';
export type { Json } from './text/edit-json.ts';
export { mergeTexts } from './text/merge-texts.ts';
export type { MergedText, MergeNames } from './text/merge-texts.ts';

// the project file
export { defaultPrograms, parseProject, projectFileName, projectIn, projectVersion } from './project/project-file.ts';
export type { GeneratedRecord, PluginRecord, Project, ResourceRecord } from './project/project-file.ts';
export { projectSchemaFile } from './project/project-schema.ts';

// generators
export { createProject, defaultDomain, toolVersions } from './generate/project-files.ts';
export type { ProjectAnswers } from './generate/project-files.ts';
export { createApi } from './generate/api.ts';
export type { ApiAnswers } from './generate/api.ts';
export { createController } from './generate/controller.ts';
export type { ControllerAnswers, KnownKind } from './generate/controller.ts';
export { takeOver } from './generate/take-over.ts';
export type { TakenResource } from './generate/take-over.ts';
export { createSimulation, createTest } from './generate/tests.ts';
export type { TestAnswers } from './generate/tests.ts';
export { createWebhook } from './generate/webhook.ts';
export type { WebhookAnswers } from './generate/webhook.ts';
export { createPlugin } from './generate/plugin-package.ts';
export { labelOf, requireDomain } from './names/kind-names.ts';
export type { KindAnswers, KindNames } from './names/kind-names.ts';

// plugins
export { definePlugin, pluginOf, pluginProtocol, setUp } from './plugin/plugin.ts';
export type {
  Contributions,
  Finding,
  GenerateGround,
  Plugin,
  PluginCheck,
  PluginCheckContext,
  PluginCommand,
  PluginCommandContext,
  PluginFactory,
  PluginGenerator,
  PluginHost,
  PluginRenderer,
  ProgramKind,
  ProgramSource,
  RenderedProgram,
} from './plugin/plugin.ts';
export { flagName, mergeFlags } from './plugin/declarations.ts';
export type { ArgumentDeclaration, FlagDeclaration, FlagReader } from './plugin/declarations.ts';
export { generated, memoryReader } from './plugin/generated.ts';
export { afterAll, chainOf, flagsWithPlugins } from './plugin/chain.ts';
export type { ChainGround } from './plugin/chain.ts';

// executables
export { answerRequest } from './external/answer-request.ts';
export { externalFlags, externalStep } from './external/external-step.ts';
export type { ExternalCall, ExternalRunner } from './external/external-step.ts';
export { externalCommands, externalVersion, readAnswer } from './external/protocol.ts';
export type { ExternalAnswer, ExternalRequest, ExternalResult } from './external/protocol.ts';
export { kubebuilderProject, readKubebuilderProject } from './project/kubebuilder-project.ts';
export type { KubebuilderProject, KubebuilderResource } from './project/kubebuilder-project.ts';

// problems
export {
  AnswerError,
  FilesInTheWayError,
  PluginError,
  ProjectFileError,
  ProjectWriteError,
  ScaffoldError,
} from './problem/problems.ts';
export type { ScaffoldErrorOptions } from './problem/problems.ts';
