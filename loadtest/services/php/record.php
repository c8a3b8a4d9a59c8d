<?php
// A record by its id, as loadtest/lab/services.js answers it, from the file that records.php made.
require __DIR__ . '/answer.php';

$text = $_GET['id'] ?? '';
$id = wholeNumber($text);
// A process per request has nothing open yet: that is what is compared.
$db = new SQLite3(getenv('RECORDS_DB'), SQLITE3_OPEN_READONLY);
$query = $db->prepare('SELECT id, name, score FROM records WHERE id = :id');
$query->bindValue(':id', $id ?? 0, SQLITE3_INTEGER);
$record = $query->execute()->fetchArray(SQLITE3_ASSOC);
if ($record) answer(200, $record);
else answer(404, ['error' => "There is no record $text: 1 to 1000."]);
