import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type _Object as StoredObject,
  type S3Client,
} from '@aws-sdk/client-s3';
import { buildFolder, buildPath, isBuildName, type BuildObjects, type StoredBuild } from './build-objects.ts';
import { nullWhenMissing, rethrowOutage } from './s3-errors.ts';

/** Every object of the bucket whose key begins with `prefix`. */
export async function* listObjects(
  client: S3Client,
  bucket: string,
  prefix?: string,
): AsyncGenerator<StoredObject> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        ...(prefix !== undefined && { Prefix: prefix }),
        ...(ContinuationToken && { ContinuationToken }),
      }),
    );
    yield* page.Contents ?? [];
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
}

/** Builds in a bucket. */
export function s3Builds(client: S3Client, bucket: string): BuildObjects {
  const at = (name: string) => ({ Bucket: bucket, Key: buildPath(name) });
  return {
    async put(name, bytes) {
      const ContentMD5 = createHash('md5').update(bytes).digest('base64');
      const ContentType = 'application/octet-stream';
      await client
        .send(new PutObjectCommand({ ...at(name), Body: bytes, ContentMD5, ContentType }))
        .catch(rethrowOutage);
    },
    async read(name) {
      const found = await client.send(new GetObjectCommand(at(name))).catch(nullWhenMissing);
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
    },
    async list() {
      const found: StoredBuild[] = [];
      for await (const { Key = '', LastModified, Size = 0 } of listObjects(
        client,
        bucket,
        `${buildFolder}/`,
      )) {
        const name = Key.slice(buildFolder.length + 1);
        if (isBuildName(name)) found.push({ name, modified: LastModified?.getTime() ?? 0, size: Size });
      }
      return found;
    },
    async delete(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
  };
}
