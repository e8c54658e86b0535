/**
 * An object as a template of a Helm chart. What a release decides (its name, its namespace, the image and the like) stands in the object as a mark while the
 * chart is made, and becomes an expression of the template; all other text is written as it is, braces included.
 */
import { Document, Scalar, visit } from 'yaml';
import type { KubeObject } from '@reeve/machinery';

/** Text that stands for what a release decides. No operator and no object is called so. */
export const marks = {
  name: 'x0reeve-chart-name0x',
  namespace: 'x0reeve-chart-namespace0x',
  image: 'x0reeve-chart-image0x',
  account: 'x0reeve-chart-account0x',
} as const;

/** A place for lines of a template: as a key of a mapping, or as an item of a list. */
export const place = (block: BlockName): string => `x0reeve-block-${block}0x`;

/** The blocks of lines that a template can have. */
export type BlockName = keyof typeof blocks;

/** What is written for a block; `INDENT` is the column where it stands. */
const blocks = {
  labels: ['helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}'],
  keep: ['{{- if .Values.crds.keep }}', 'helm.sh/resource-policy: keep', '{{- end }}'],
  replicas: ['replicas: {{ .Values.replicas }}'],
  podLabels: optional('podLabels', undefined),
  podAnnotations: optional('podAnnotations', 'annotations'),
  accountAnnotations: optional('serviceAccount.annotations', 'annotations'),
  imagePullSecrets: optional('imagePullSecrets', 'imagePullSecrets'),
  nodeSelector: optional('nodeSelector', 'nodeSelector'),
  tolerations: optional('tolerations', 'tolerations'),
  affinity: optional('affinity', 'affinity'),
  volumes: optional('volumes', 'volumes'),
  volumeMounts: optional('volumeMounts', 'volumeMounts'),
  resources: optional('resources', 'resources'),
  pullPolicy: ['{{- with .Values.image.pullPolicy }}', 'imagePullPolicy: {{ . }}', '{{- end }}'],
  env: optional('env', undefined),
  extraArgs: optional('extraArgs', undefined),
  metricsArgs: [
    '{{- if .Values.metrics.enabled }}',
    ...['--metrics-address', ':8443', '--metrics-secure'].map((word) => `- ${JSON.stringify(word)}`),
    '{{- else }}',
    ...['--metrics-address', '0'].map((word) => `- ${JSON.stringify(word)}`),
    '{{- end }}',
  ],
} as const satisfies Record<string, readonly string[]>;

/** A value as YAML where it is not empty, below a key where there is one. */
function optional(value: string, key: string | undefined): readonly string[] {
  const lines = '{{- toYaml . | nindent INDENT }}';
  return [
    `{{- with .Values.${value} }}`,
    ...(key === undefined ? [lines] : [`${key}:`, lines.replace('INDENT', 'DEEPER')]),
    '{{- end }}',
  ];
}

/** The text of a template. A condition puts the whole object behind a value. */
export function templateOf(
  object: KubeObject,
  { chart, condition }: { readonly chart: string; readonly condition: string | undefined },
): string {
  const document = new Document(object, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && node.value.includes('x0reeve-chart-')) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const plain = document.toString({ lineWidth: 0 });
  const text = withExpressions(withBlocks(withEscapedBraces(plain)), chart);
  return condition === undefined ? text : `{{- if ${condition} }}\n${text}{{- end }}\n`;
}

/** Braces of the object's own texts, which a template would read as an expression. */
const withEscapedBraces = (text: string): string => text.replaceAll('{{', '{{ "{{" }}');

/** The lines of blocks in place of their marks. */
function withBlocks(text: string): string {
  return text.replaceAll(
    /^( *)(?:- )?["']?x0reeve-block-(\w+)0x["']?(?:: .*)?$/gm,
    (_, indent: string, name: BlockName) =>
      blocks[name]
        .map((line) => {
          const isControl = line.startsWith('{{-');
          const filled = line.replace('INDENT', String(indent.length)).replace('DEEPER', String(indent.length + 2));
          return isControl ? filled : `${indent}${filled}`;
        })
        .join('\n'),
  );
}

/** Expressions in place of marks. They stand in double quotes of YAML, which the text that they print does not end. */
const withExpressions = (text: string, chart: string): string =>
  text
    .replaceAll(marks.namespace, '{{ .Release.Namespace }}')
    .replaceAll(marks.name, `{{ include "${chart}.name" . }}`)
    .replaceAll(marks.account, `{{ include "${chart}.serviceAccountName" . }}`)
    .replaceAll(marks.image, `{{ include "${chart}.image" . }}`);

/** The named parts that the templates use. */
export const helpers = (chart: string): string => `{{- define "${chart}.name" -}}
{{- .Values.nameOverride | default "${chart}" | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "${chart}.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (include "${chart}.name" .) -}}
{{- end }}

{{- define "${chart}.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end }}
`;
