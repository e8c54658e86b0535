/**
 * What people write: a Prometheus, and for each application a ServiceMonitor that says what to scrape.
 */
import { z } from 'zod';
import { defineResource, k } from 'reeve';

const group = 'monitoring.example.com';

/** A Prometheus that scrapes what the monitors with its name in the label `prometheus` say. */
export const Prometheus = defineResource({
  group,
  version: 'v1',
  kind: 'Prometheus',
  names: { plural: 'prometheuses', shortNames: ['prom'] },
  spec: z.object({
    replicas: z.int().min(0).max(5).default(1),
    version: z
      .string()
      .regex(/^v\d+\.\d+\.\d+$/)
      .default('v3.5.0'),
    retention: z
      .string()
      .regex(/^\d+[hdwy]$/)
      .default('15d'),
    scrapeInterval: z
      .string()
      .regex(/^\d+[sm]$/)
      .default('30s'),
  }),
  status: z.object({
    ready: z.int().optional(),
    monitors: z.int().optional(),
    conditions: k.conditions(),
  }),
  scale: { specReplicas: '.spec.replicas', statusReplicas: '.status.ready' },
  columns: {
    Version: '.spec.version',
    Replicas: '.spec.replicas',
    Ready: '.status.ready',
    Monitors: '.status.monitors',
  },
});

/** What to scrape of an application. */
export const ServiceMonitor = defineResource({
  group,
  version: 'v1',
  kind: 'ServiceMonitor',
  names: { shortNames: ['smon'] },
  spec: z.object({
    service: z.string().min(1),
    port: z.int().min(1).max(65_535),
    path: z.string().startsWith('/').default('/metrics'),
    interval: z
      .string()
      .regex(/^\d+[sm]$/)
      .optional(),
  }),
  columns: { Service: '.spec.service', Port: '.spec.port' },
});
