import { err, type Result } from '../../domain/result';
import { MAX_FILE_BYTES, type FileProblem, type FileTable } from './csv-rows';
import { reportThrown } from './state/error-reporting';

/** Reads the file that was chosen. Loads the parser, which nobody needs who imports nothing. */
export async function readCsvFile(file: File): Promise<Result<FileTable, FileProblem>> {
  try {
    const { readTable } = await import('./csv-file');
    // Of a file that is too large, only as much as shows that it is.
    return readTable(new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer()));
  } catch (error) {
    reportThrown('reading a file', error);
    return err('unreadable');
  }
}
