/**
 * Structs as protobuf messages: fields in any order when they are read, in ascending order when they are written. Numbers that nobody knows are passed over.
 */
import type { JsonObject } from '@reeve/machinery';
import type { MessageField, MessagePlan, StructField } from './struct-plan.ts';
import { bytesWire } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** Reads up to the end of the message; what is found goes into the slots of its fields. */
export function readMessage(reader: WireReader, message: MessagePlan, slots: unknown[]): void {
  while (reader.position < reader.end) {
    const field = message.byNumber[reader.field(message.goName)];
    if (field === undefined) reader.skip();
    else if ('descending' in field.content) readEmbedded(reader, field.content, slots);
    else readField(reader, field.content, slots);
  }
}

/** Writes all fields, the last first. */
export function writeMessage(writer: WireWriter, { descending }: MessagePlan, object: JsonObject): void {
  for (const field of descending) writeField(writer, field, object);
}

function readField(reader: WireReader, { form, slot, name }: StructField, slots: unknown[]): void {
  if (!form.hasWire(reader.wire)) throw reader.wrongWire(goFieldName(name));
  slots[slot] = form.readWire(reader, slots[slot]);
}

function readEmbedded(reader: WireReader, message: MessagePlan, slots: unknown[]): void {
  const outer = reader.expect(bytesWire, message.goName).enter();
  readMessage(reader, message, slots);
  reader.leave(outer);
}

function writeField(writer: WireWriter, { number, content }: MessageField, object: JsonObject): void {
  if (!('descending' in content)) {
    content.form.writeWire(writer, object[content.name], number);
    return;
  }
  const mark = writer.length;
  writeMessage(writer, content, object);
  writer.lengthSince(mark);
  writer.tag(number, bytesWire);
}

/** A field's Go name, which is that of its type for the metadata that every kind embeds. */
const goFieldName = (name: string): string =>
  name === 'metadata' ? 'ObjectMeta' : name.charAt(0).toUpperCase() + name.slice(1);
